# src/sched/deque.c
# The owner takes a task that a thief has claimed.
# In test_deque
/^top_for(/,/^}/s/claimed(top) && newest/newest < 0 \&\& newest/
