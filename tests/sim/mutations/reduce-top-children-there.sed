# src/reduce/representative.c
# Some of a node's children are at the top, and some below.
# In reduce_order
s|n = 1 + (most - 1) / s->arity \* s->arity;|n = most;|
