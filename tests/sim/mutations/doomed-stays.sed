# src/data/block.c
# A block that was destroyed while tasks read it is never ended.
/^ocr_block_put/,/^}/s/b->flags & OCR_BLOCK_DOOMED && !c->refs/0/
