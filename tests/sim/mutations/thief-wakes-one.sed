# src/sched/worker.c
# For several tasks that a thief has moved one worker is woken.
# In test_idle
/^steal_from(/,/^}/s/for (unsigned i = 1; i < n \&\& w->rt/for (unsigned i = 1; i < 2 \&\& w->rt/
