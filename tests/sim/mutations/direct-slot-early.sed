# src/task/edt.c
# A slot is satisfied by a call though its stream waits or owes something.
# With --both-ways
/^ocr_edt_satisfy(/,/^}/s/t = ocr_names_guess_direct(s, g);/{\n	void *o;\n	t = !ocr_label_is(g) \&\& ocr_names_find(s->rt, g, \&o) == OCR_SLOT_LIVE ? o : NULL; }/
