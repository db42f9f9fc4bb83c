# src/task/edt.c
# A task that waits for other blocks is lent one.
# In test_hungry
/^ocr_edt_acquire(/,/^}/s/t->held.n == 1/true/
