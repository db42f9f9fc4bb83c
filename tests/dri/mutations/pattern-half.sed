# src/dri/shape/list.c
# What was the begin of one more period is lost.
/^drain(/,/^}/s/l->open = false;/l->open = false, l->waiting -= i;/
