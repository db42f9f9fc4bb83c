# src/dri/shape/split.c
# From block to block there are only elements of its own.
/^ocr_dri_split_even(/,/^}/s/s->left + s->big + s->right/s->big + s->right/
