# src/event/event_deliver.c
# What fires goes to an object with a label as if it had no other life.
/^ocr_event_deliver_to(/,/^}/s/ocr_guidmap_find(rt->guids, /ocr_names_find(rt, /
/^ocr_event_deliver_to(/,/^}/s/ocr_label_is(d->to.dest) ||/ocr_guid_is_null(d->to.dest) ||/
