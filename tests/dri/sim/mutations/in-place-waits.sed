# src/dri/link/link_transfer.c
# Who has put all buffers waits for a free one.
/^ocr_dri_link_has_all_locked(/,/^}/s/n++;/;/
