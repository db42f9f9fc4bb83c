# src/sched/sched.h in src/sched/idle.c
# A worker that is not the only one wakes no other.
# In test_idle
/^ocr_idle_any_asleep(/,/^}/s/s->n_workers == 1/s->n_workers/
