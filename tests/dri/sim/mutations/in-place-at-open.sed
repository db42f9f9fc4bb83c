# src/dri/link/link.c
# Free buffers are received into before they are put.
/^ocr_dri_link_open_locked(/,/^}/s/while (!l->in_place \&\&/while (/
