# src/dri/link/early.c
# What comes before the link is open is handled in the wrong order.
/^ocr_dri_early_keep_locked/,/^}/{
s/	e->next = NULL;/	e->next = l->early;/
s/	\*l->early_end = e;/	l->early = e;/
s/	l->early_end = &e->next;//
}
