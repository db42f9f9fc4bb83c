# src/sched/idle.c
# A worker keeps what comes while it looks, though another has nothing to run.
# In test_heir
s/w->inherits = w->rt->sched->n_workers == 1/w->inherits = w->rt->sched->n_workers > 0/
