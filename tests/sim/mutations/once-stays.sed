# src/event/event.c
# A once event that has fired is not destroyed, and fires again.
/^is_spent_locked/,/^}/s/k == OCR_GUID_EVENT_ONCE ||/ev->count == INT64_MIN ||/
