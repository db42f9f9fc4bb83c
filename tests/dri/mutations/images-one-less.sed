# src/dri/shape/plan.c
# The sender forgets the outermost image beyond the left end.
/^send_block(/,/^}/s/left->width - 1) \/ left->n/left->width - 1 - left->n) \/ left->n/
