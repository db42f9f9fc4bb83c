# src/data/held.c
# Two blocks of a task are taken in the order of its slots.
# In test_held
/^put_two(/,/^}/s/first = is_before(depv\[1\]\.guid, depv\[0\]\.guid)/first = 0/
