# src/dri/link/link_transfer.c
# A link goes while a confirmation for it is on its way.
/^ocr_dri_link_is_done_locked/,/^}/s/ && !l->n_asked//
