# src/data/home_directory.c
# A directory does not say that its block was destroyed while tasks read it.
# In test_block
/^ocr_home_inflate/,/^}/s/h->destroyed = b->flags & OCR_BLOCK_DOOMED/h->destroyed = false/
