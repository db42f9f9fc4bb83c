# src/data/home_ops.c
# A block is destroyed by a call though its task's stream waits or owes.
# With --both-ways
/^ocr_home_destroy(/,/^}/s/struct ocr_block \*b = ocr_names_direct(s, g);/void *o;\n	struct ocr_block *b = !ocr_label_is(g) \&\& ocr_names_find(s->rt, g, \&o) == OCR_SLOT_LIVE ? o : NULL;/
