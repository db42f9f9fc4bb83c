# src/reduce/collective.c
# A generation is complete before all at the top have said what they have.
# In reduce_order
s/g->n_top < c->top)/g->n_top + 1 < c->top)/
