# src/data/right.c
# A task that was refused by a right is passed by those who come later.
# In right_turns
/^ocr_right_take_locked/,/^}/s/ocr_right_yield_locked(rt, b);/;/
