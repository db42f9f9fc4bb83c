# src/sched/idle.c
# Who is no worker takes the only one for awake.
# In test_idle
/^is_alone/,/^}/s/ocr_self == s->workers/true/
