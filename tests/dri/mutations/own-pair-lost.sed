# src/dri/shape/plan.c
# In place only the first of a process's own pairs moves.
/^make_own(/,/^}/s/p->own\[n - 1\].next = own;/;/
