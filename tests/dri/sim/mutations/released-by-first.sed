# src/dri/link/link_transfer.c
# A buffer is free when the first of its ways is done.
/^finish_locked/,/^}/s/	t->left--;/	t->left = 0;/
