# src/dri/shape/cross.c
# A block that begins inside one of the sender is left out.
/^misses(/,/^}/s/next <= -e->len/next < 0/
