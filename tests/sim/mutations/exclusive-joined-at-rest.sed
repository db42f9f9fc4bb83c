# src/data/home.c
# At home it is forgotten that a writer wants to be alone.
# Found by memory model
/^take_locked/,/^}/s/b->flags |= OCR_BLOCK_EXCLUSIVE;/;/
