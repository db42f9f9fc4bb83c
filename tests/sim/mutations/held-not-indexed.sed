# src/data/held.h
# A block that a task makes when it had many before is not found again.
# In test_held
/^ocr_held_add(/,/^}/s/ || h->n_index ||/ ||/
