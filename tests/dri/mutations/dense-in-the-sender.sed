# src/dri/move/axis.c
# Repetitions follow one another for the receiver if they do for the sender.
/^is_dense(/,/^}/s/r->dst_step == r->len/r->src_step == r->len/
