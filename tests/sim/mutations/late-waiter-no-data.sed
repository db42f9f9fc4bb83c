# src/event/event.c
# A dependence on an event that has fired brings no block.
/^ocr_event_add_dep_at(/,/^}/s/data = ev->data;/data = NULL_GUID;/
