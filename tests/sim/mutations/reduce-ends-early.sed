# src/reduce/collective.c
# A node that has left a reduction forgets it before the last result comes.
/^try_to_end/,/^}/s/ || c->resolved < c->end ||/ ||/
