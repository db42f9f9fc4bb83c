# src/names/guess.h in src/event/event_deliver.c
# Whatever an event tells goes to the task that its worker has made last.
# With --unwatched
/^ocr_names_made(/,/^}/s/ocr_guid_eq(w->made\.guid, g)/w->made.task/
