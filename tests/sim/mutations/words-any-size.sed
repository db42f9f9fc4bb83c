# src/task/edt_life.h in src/api/edt_calls.c
# More parameters and slots than a piece of the pool holds go into one all the same.
# In params_mixed
# With --unwatched
/^ocr_edt_words_new/,/^}/s/ocr_edt_words_bytes(b) <= OCR_EDT_FAR_BYTES/b->paramc/
