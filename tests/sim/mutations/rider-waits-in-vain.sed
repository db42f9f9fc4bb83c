# src/event/event_life.c
# Who waits for the output event from its creation on is forgotten.
# With --unwatched
/^ocr_event_create_for/,/^}/s/ev->n_waiters = 1;/ev->n_waiters = 0;/
