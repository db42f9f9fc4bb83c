# src/data/acquire_grant.c
# A writer writes where readers of its own node still read.
# Found by memory model
/^ocr_acquire_write_locked/,/^}/s/ && !old->refs) {/) {/
