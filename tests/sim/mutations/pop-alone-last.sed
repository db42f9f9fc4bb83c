# src/sched/deque.c
# A worker without thieves leaves the last task where it is.
# In test_deque
/^ocr_deque_pop_alone/,/^}/s/if (b < /if (b <= /
