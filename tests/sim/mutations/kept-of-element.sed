# src/event/event_deliver.c
# What fires goes to an object with a label as if it had no other life.
/^ocr_event_deliver_to(/,/^}/s/!obj && !ocr_label_is(d->to.dest)/!obj/
