# src/event/event.c
# A latch that was counted down to one fires.
s/return !ev->count;/return ev->count == (slot != OCR_EVENT_LATCH_INCR_SLOT \&\& ev->count == 1);/
