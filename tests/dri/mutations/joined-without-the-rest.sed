# src/dri/move/pairs.c
# What shuffles leave of a row is not joined.
/^join_row/,/^}/s/if (done < n)/if (done == 0)/
