# src/dri/link/link_transfer.c
# A CREDIT that is used up is counted still.
/^finish_locked/,/^}/s/	way->n_credits--;//
