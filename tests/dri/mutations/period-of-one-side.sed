# src/dri/shape/cross.c
# The period is that of the receiver, if the sender is no slower.
/^find_periods(/,/^}/s/p.blocks = step \/ n;/p.blocks = step > 2 * even->turn ? 1 : step \/ n;/
