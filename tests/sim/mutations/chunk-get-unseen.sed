# src/stream/order.c
# The release of a file overtakes the call that gets a chunk of it.
# In file_turns
/case OCR_MSG_GET_CHUNK:/,/return S;/s/return S;/return 0;/
