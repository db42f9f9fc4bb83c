# src/task/edt.c
# A task that waits for other blocks is lent one.
# In test_hungry
/^ask_for(/,/^}/s/t->held.n == 1/true/
