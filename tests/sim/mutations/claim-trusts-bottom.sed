# src/sched/deque.c
# A thief that has claimed tasks does not look which of them the owner has taken.
# In test_deque
/^take_claimed(/,/^}/s/^\tif (n > left)/\tif (left < 0 \&\& n > left)/
