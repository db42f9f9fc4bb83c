# src/stream/order.c
# Dependences from a channel may overtake each other on the way.
/^dependence(/,/^}/s/return /&event == OCR_GUID_EVENT_CHANNEL ? T : /
