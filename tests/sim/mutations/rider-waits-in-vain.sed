# src/event/event_life.c
# Who waits for the output event from its creation on is forgotten.
# With --unwatched
/^ocr_event_create_for/,/^}/s/fill(ev, g, 1)/fill(ev, g, 0)/
