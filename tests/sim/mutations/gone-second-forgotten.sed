# src/data/seen.c
# Of two nodes that have read a block only the last is noted.
# In test_seen
/^ocr_seen_note_locked/,/^}/s/get(b) | UINT32_C(1) << to/UINT32_C(1) << to/
