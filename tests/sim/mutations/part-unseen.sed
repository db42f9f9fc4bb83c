# src/stream/order.c
# Whoever comes after a block was cut may come before it.
# In pieces
s/^\tcase OCR_MSG_OPEN_FILE:/\tcase OCR_MSG_PARTITION:\n&/
