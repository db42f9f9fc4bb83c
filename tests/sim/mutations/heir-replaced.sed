# src/sched/worker.c
# The second task that the end of one makes ready takes the place of the heir.
s/w->inherits && !heir_of(w) && s->has_heirs/w->inherits \&\& s->has_heirs/
