# src/data/block.c
# What is not needed any more stays, when a reader at home was the last to leave.
/^ocr_block_put(/,/^}/s/!b->busy && c->flags/c->flags/
