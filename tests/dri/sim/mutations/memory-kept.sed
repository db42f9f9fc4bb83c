# src/dri/link/buffer.c
# A set that no channel uses any more still is in the way of others.
/^ocr_dri_bufferset_unuse_locked/,/^}/s/	\*at = set->next;/	set->n_channels = 0;/
