# src/data/acquire.c
# A node goes on reading after its lease was recalled.
# Found by memory model
/^ocr_acquire_on_recall/,/^}/s/b->copy.flags &= ~(uint32_t)OCR_COPY_LEASED;/;/
