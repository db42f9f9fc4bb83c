# src/dri/link/link_transfer.c
# A way takes one CREDIT less than the receiver has buffers.
/^credit_way_locked/,/^}/s/way->n_credits == room/way->n_credits + 1 == room/
