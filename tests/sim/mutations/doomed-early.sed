# src/data/block.c
# A block that was destroyed while tasks read it ends with the first of them.
# In test_block
/^ocr_block_put/,/^}/s/OCR_BLOCK_DOOMED && !c->refs/OCR_BLOCK_DOOMED/
