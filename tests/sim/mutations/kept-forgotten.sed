# src/event/event_deliver.c
# What is kept by a call waits for whatever comes next.
# With --both-ways
/^ocr_event_tell(/,/^}/s/^\tocr_self->follows = true;//
