# src/reduce/representative.c
# What the root adds up alone is added up in another order than in the tree.
# In reduce_few
/^combine_all/,/^}/s/return p->n;/return p->n_all - 1;/
