# src/data/home_leases.c
# The home forgets to whom it has carried a block.
/^lend_locked/,/^}/s/b->flags |= OCR_BLOCK_LENT;/;/
