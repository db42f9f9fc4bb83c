# src/dri/link/link.c
# A buffer that has been sent is free, though it is received into.
/^ocr_dri_link_let_go_locked(/,/^}/s/if (!b->is_leaving \&\& !b->is_arriving)/if (!b->is_leaving)/
