# src/dri/shape/list.c
# A run that goes on for the receiver is one run.
/^unite(/,/^}/s/r->len == s->src_step && r->len == s->dst_step/r->len == s->dst_step/
