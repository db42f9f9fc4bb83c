# src/dri/shape/plan.c
# What moves in two dimensions is in the pairs of both.
/^make_own(/,/^}/s/if (i < d)/if (i < d - d)/
