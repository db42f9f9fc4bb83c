# src/task/edt.c
# A task that waits for other blocks is lent one.
# In test_hungry
/^acquire_reads(/,/^}/s/t->held.n == 1/true/
/^acquire_pair(/,/^}/s/OCR_NEEDS_MORE/OCR_NEEDS_ONLY/
