# src/reduce/representative.c
# Some of a node's children are at the top, and some below.
# With --nodes 7
# In reduce_order
s|n = 1 + (most - 1) / s->arity \* s->arity;|n = most;|
