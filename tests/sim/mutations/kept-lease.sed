# src/data/acquire.c
# A node goes on reading after its lease was recalled.
/^ocr_acquire_on_recall/,/^}/s/b->copy.flags &= ~(uint32_t)OCR_COPY_LEASED;/;/
