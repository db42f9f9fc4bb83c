# src/sched/idle.c
# The only worker does not rise for what it has made ready before it sleeps.
# In test_idle
/^is_alone/,/^}/s/atomic_load_explicit(&ocr_self->asleep, memory_order_relaxed) ==/AWAKE ==/
