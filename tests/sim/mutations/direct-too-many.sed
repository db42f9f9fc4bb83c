# src/api/edt_calls.c
# A call makes room for as many slots as it is told, which a message refuses.
# In edt_codes
/^is_direct(/,/^}/s/ && b->depc <= OCR_EDT_MAX_DEPC//
