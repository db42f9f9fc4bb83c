# src/data/home.c
# A block that a node has a lease of ends without a word to that.
/^is_alone_locked/,/^}/s/ | OCR_BLOCK_LENT)/)/
