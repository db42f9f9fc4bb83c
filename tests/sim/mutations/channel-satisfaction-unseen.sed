# src/stream/order.c
# Satisfactions of a channel may overtake each other on the way.
# In channel_fifo
/^satisfaction(/,/^}/s/return /&event == OCR_GUID_EVENT_CHANNEL ? T : /
