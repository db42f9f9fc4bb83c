# src/sched/wait.c
# Of two bodies whose answers have come, the second is forgotten.
# In wait_many
s/^\tw->come_first = x->next;/\tw->come_first = NULL;/
