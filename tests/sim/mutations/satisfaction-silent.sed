# src/stream/order.c
# An event may be satisfied before what came first was done.
/^satisfaction/,/^}/s/return event.*/return event == OCR_GUID_EVENT_ONCE ? 0 : S;/
