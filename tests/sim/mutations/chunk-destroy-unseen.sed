# src/stream/order.c
# A range of a file is asked for again before its chunk is destroyed.
# In file_turns
s/OCR_GUID_OF_FILE ? S : 0;/OCR_GUID_OF_FILE ? 0 : 0;/
