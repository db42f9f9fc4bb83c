# src/data/held.c
# A task that destroys a block forgets those that it has made before.
# In test_held
/^ocr_held_forget/,/^}/s/ && h->blocks\[h->n - 1\].gone//
