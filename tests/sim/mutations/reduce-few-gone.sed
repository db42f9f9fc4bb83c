# src/reduce/collective.c
# A node is gone before it has heard its place, and what it had to send again is lost.
# In reduce_few
/^is_to_be_placed/,/^}/s/c->end > c->first/false/
