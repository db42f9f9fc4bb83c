# src/sched/idle.c
# A worker that is not the only one wakes no other.
# In test_idle
/^is_alone/,/^}/s/s->n_workers == 1 && //
