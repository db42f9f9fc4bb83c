# src/stream/order.c
# Satisfactions of a channel may overtake each other on the way.
/^satisfaction/,/^}/s/event == OCR_GUID_EVENT_COUNTED/(event == OCR_GUID_EVENT_COUNTED || event == OCR_GUID_EVENT_CHANNEL)/
