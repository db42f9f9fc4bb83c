# src/stream/order.c
# Dependences from a channel may overtake each other on the way.
/^dependence/,/^}/s/case OCR_GUID_EVENT_COUNTED:/case OCR_GUID_EVENT_CHANNEL:\n&/
