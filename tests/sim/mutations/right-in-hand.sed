# src/data/right.c
# Who has a block by a right waits for another.
# In in_hand
/^take_locked/,/^}/s/needs == OCR_NEEDS_MORE/false/
