# src/event/event_deliver.c
# What fires is delivered while the op that was its cause is still under way.
# With --both-ways
/^ocr_event_tell(/,/^}/s/^\tif (!ocr_self->depth)/\tocr_event_deliver(rt);\n&/
