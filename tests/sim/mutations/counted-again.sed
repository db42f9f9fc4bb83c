# src/event/event.c
# A counted event that is satisfied again passes on the later block.
# In counted_codes
/^trigger_locked/,/^}/s/	case OCR_GUID_EVENT_COUNTED:/	case OCR_GUID_KINDS:/
