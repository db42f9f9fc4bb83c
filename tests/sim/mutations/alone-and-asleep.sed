# src/sched/sched.h in src/sched/idle.c
# The only worker does not rise for what it has made ready before it sleeps.
# In test_idle
/^ocr_idle_any_asleep(/,/^}/s/return atomic_load_explicit(&w->asleep, memory_order_relaxed);/return false;/
