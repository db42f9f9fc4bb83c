# src/event/event_count.c
# A latch whose last satisfaction is only counted does not fire.
# With --unwatched
/^ocr_event_count(/,/^}/s/ && ev->count + by;/;/
