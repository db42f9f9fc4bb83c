# src/data/home.c
# At home a task gets a block that another one writes.
# Found by memory model
/^take_locked/,/^}/s/^\t    b->flags & OCR_BLOCK_WRITING)/\t    0)/
