# src/dri/transfer.c
# A buffer is free when the first of its ways is done.
/^ocr_dri_way_done/,/^}/s/	t->left--;/	t->left = 0;/
