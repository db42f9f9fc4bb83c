# src/stream/ledger.h in src/stream/stream.c
# One confirmation settles the debts to all nodes.
# In destroy_waiting
s/^\tl->debts\[i\] = l->debts\[--l->n\];/\t(void)i, l->n = 0;/
