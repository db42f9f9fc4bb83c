# src/dri/link/link_transfer.c
# A transfer is full when the first way is done.
/^ocr_dri_way_arrive_locked/,/^}/s/if (!--t->left)/t->left = 0;/
