# src/dri/shape/list.c
# What repeats inside a period is written once.
/^write_pattern(/,/^}/s/out->src += p \* s->src_step;/out->src += s->src_step;/
