# src/data/acquire_all.c
# An observer is not told which task has a block by a right.
# In test_acquire_all
/^show/,/^}/s/\.edt = edt,//
