# src/dri/link/transfer.c
# A buffer is free when the first of its ways is done.
/^finish_locked/,/^}/s/	t->left--;/	t->left = 0;/
