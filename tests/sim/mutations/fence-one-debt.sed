# src/stream/stream.c
# One confirmation settles the debts to all nodes.
# In destroy_waiting
s/^\ts->debts\[i\] = s->debts\[--s->n_debts\];/\t(void)i, s->n_debts = 0;/
