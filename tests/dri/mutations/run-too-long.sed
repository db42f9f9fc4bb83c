# src/dri/move/axis.c
# A run goes on where the receiver has a gap.
/^is_joined(/,/^}/s/if (next_dst != n)/if (next_dst < n)/
