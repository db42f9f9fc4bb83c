# src/dri/transfer.c
# A CREDIT that is used up is counted still.
/^ocr_dri_way_done/,/^}/s/	way->n_credits--;//
