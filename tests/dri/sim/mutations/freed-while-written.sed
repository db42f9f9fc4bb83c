# src/dri/link/link.c
# A receiving link goes before its senders are gone.
/^ocr_dri_link_reap_locked/,/^}/s/ && l->n_gone == l->plan.n//
