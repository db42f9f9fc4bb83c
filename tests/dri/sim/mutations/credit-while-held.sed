# src/dri/link/link_transfer.c
# A buffer that the program has just got is credited again.
/^ocr_dri_link_take_locked/,/^}/s/	remove_first_locked(l);/	remove_first_locked(l);\n	ocr_dri_link_credit_locked(l, b);\n	ocr_dri_buffer_set_locked(b, DRI_BUFFER_HELD);/
