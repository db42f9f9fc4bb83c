# src/data/home.c
# A block that was destroyed while tasks read it is given to the next one.
# In test_block
/^take_locked/,/^}/s/ b->flags & OCR_BLOCK_DOOMED ||$/ 0 ||/
