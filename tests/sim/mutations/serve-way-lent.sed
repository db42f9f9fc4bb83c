# src/data/home_serve.c
# A neighbour who reads in place is waited for, as if bytes came to him.
# In offered_lent
# With --nodes 4
/^ocr_home_note_way_locked/,/^}/s/is_near(rt, to, source) ||//
