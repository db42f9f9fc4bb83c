# src/data/acquire_back.c
# A node goes on reading after its lease was recalled.
# Found by memory model
/^ocr_acquire_on_recall/,/^}/s/(OCR_COPY_LEASED | OCR_COPY_CARRIED)/OCR_COPY_CARRIED/
