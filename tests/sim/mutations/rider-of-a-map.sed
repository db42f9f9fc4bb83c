# src/stream/rider.c
# A task of a map is satisfied as an event of it.
/^ocr_rider_follow/,/^}/s/ocr_guid_kind(m->edt) != OCR_GUID_MAPPED/true/
