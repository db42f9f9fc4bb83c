# src/dri/shape/cross.c
# One more period than there are.
/^find_periods(/,/^}/s/p.count = (n + 1) \/ p.blocks/p.count = n \/ p.blocks + 1/
