# src/reduce/representative.c
# Contributions are combined in the order in which the slots were first used.
# In reduce_order
s/c->givers.at\[i\].part/i/
