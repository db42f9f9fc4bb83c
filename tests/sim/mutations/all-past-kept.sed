# src/data/acquire_all.c
# A task has a block of this node before what its worker keeps.
# In test_acquire_all
/^is_next/,/^}/s/ && ocr_deliveries_is_empty(.*)/ \&\& ocr_self/
