# src/sched/deque.c
# A worker without thieves takes a task and leaves it there.
# In test_deque
/^ocr_deque_pop_alone/,/^}/s/^\tatomic_store_explicit(&d->bottom, b, .*/\t(void)0;/
