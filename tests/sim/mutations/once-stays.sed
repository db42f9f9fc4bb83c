# src/object/event.c
# A once event that has fired is not destroyed, and fires again.
/^is_auto_destroyed/,/^}/s/k == OCR_GUID_EVENT_ONCE ||/ocr_guid_is_null(g) ||/
