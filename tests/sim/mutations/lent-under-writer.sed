# src/data/home.c
# At home a writer begins while another node has a lease that was carried to it.
# Found by memory model
/^take_locked/,/^}/s/(b->flags & OCR_BLOCK_LENT && .*/false)/
