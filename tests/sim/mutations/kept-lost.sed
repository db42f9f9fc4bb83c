# src/event/event_deliver.c
# What fires is not delivered to an object with a label, or that is not there yet.
/^ocr_event_deliver_to(/,/^}/s/^\t\tocr_dispatch_delayed(rt, op);/\t\t(void)op;/
