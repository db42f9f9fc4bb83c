# src/dri/shape/cross.c
# A block whose last element alone is the sender's is left out.
/^misses(/,/^}/s/next >= even->stored/next >= even->stored - 1/
