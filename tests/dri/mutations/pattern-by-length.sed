# src/dri/shape/list.c
# A pattern is one of lengths and places in the receiver's memory.
/^repeats(/,/^}/s/b->src - a->src == src_step/src_step == src_step/
