# src/dri/shape/cross.c
# Images of a process's own elements that lie behind them stay.
/^meet_run(/,/^}/s/r->src != r->dst/r->src > r->dst/
