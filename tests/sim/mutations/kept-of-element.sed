# src/event/event.c
# What fires goes to an object with a label as if it had no other life.
/^deliver(/,/^}/s/ocr_guidmap_find(rt->guids, /ocr_names_find(rt, /
/^deliver(/,/^}/s/ocr_label_is(d->to.dest) ||/ocr_guid_is_null(d->to.dest) ||/
