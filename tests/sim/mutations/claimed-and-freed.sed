# src/data/copy.c
# A copy that the home was told of is freed because the cache is too small.
/^ocr_copy_settle_locked/,/^}/s/(ocr_block_foreign(b)->claims ||/(false ||/
