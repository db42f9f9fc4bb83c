# src/reduce/collective.c
# Who asks for a result that is there already waits for ever.
/^add_dep/,/^}/s/^\tif (g->resolved)/\tif (0)/
