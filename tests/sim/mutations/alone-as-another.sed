# src/sched/idle.c
# Who is no worker takes the only one for awake.
# In test_idle
/^ocr_idle_wake_one(/,/^}/s/ocr_self->id < s->n_workers/ocr_self->id <= s->n_workers/
