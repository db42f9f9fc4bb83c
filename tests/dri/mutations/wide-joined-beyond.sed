# src/dri/move/pairs.c
# The last column is joined with one that is not there.
/^join_wide(/,/^}/s/if (j + 2 <= je)/if (true)/
