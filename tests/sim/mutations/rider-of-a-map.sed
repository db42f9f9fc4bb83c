# src/stream/rider.h in src/data/carry.c
# A task of a map is satisfied as an event of it.
/^ocr_rider_of_satisfaction/,/^}/s/ocr_guid_kind(m->edt) != OCR_GUID_MAPPED/true/
