# src/sched/worker.c
# The second task that the end of one makes ready takes the place of the heir.
s/w->ending && !heir_of(w) && s->has_heirs/w->ending \&\& s->has_heirs/
