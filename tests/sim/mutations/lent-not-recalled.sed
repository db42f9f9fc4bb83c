# src/data/home_directory.c
# A lease that was noted without a directory is not in the one that comes.
/^ocr_home_inflate/,/^}/s/ocr_home_note_lent_locked(rt, b);/b->flags \&= ~(uint32_t)OCR_BLOCK_LENT;/
