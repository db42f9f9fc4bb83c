# src/dri/move/move.c
# A window moves one period less.
/^copy_series(/,/^}/s/end - p, 0, s->period)/end - p > 1 ? end - p - 1 : 1, 0, s->period)/
