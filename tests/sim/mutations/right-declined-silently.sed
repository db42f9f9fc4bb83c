# src/data/right.c
# The home is not told that there is no right, and lets nobody join.
# In right_turns
/^ocr_right_decline(/,/^}/s/ocr_dispatch_send(.*);/(void)rt, (void)m;/
