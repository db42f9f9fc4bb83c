# src/dri/link/link_transfer.c
# A link goes while a job still looks at one of its ways.
/^ocr_dri_link_is_done_locked/,/^}/s/ && !(running && running->link == l)/ || (running \&\& !l)/
