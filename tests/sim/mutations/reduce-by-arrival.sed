# src/reduce/representative.c
# Contributions are combined in the order in which the slots were first used.
s/c->givers.at\[i\].part/i/
