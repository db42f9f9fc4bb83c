# src/dri/shape/list.c
# A run of runs goes on in its next period, whatever lies between them in the sender's memory.
/^unite(/,/^}/s/r->count \* r->src_step == s->src_step \&\&/r->count * r->src_step <= s->src_step \&\&/
