# src/dri/move/move.c
# The last of a run's repetitions is left where a window ends in it.
/^copy_repetitions(/,/^}/s/if (to > 0)/if (to > 1)/
