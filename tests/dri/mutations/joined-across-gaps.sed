# src/dri/move/box.h
# Rows with a gap behind them in the target are joined.
s/ \&\& dst == d->n \* d->dst)/)/
