# src/data/right.c
# The home is not told that there is no right, and lets nobody join.
# In right_turns
/^ocr_right_decline_locked/,/^}/s/ocr_emit(.*);/(void)rt, (void)m;/
