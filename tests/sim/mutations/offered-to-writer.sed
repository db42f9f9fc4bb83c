# src/data/home_leases.c
# A node writes a block before its home knows who reads it there, as it was offered.
/^ocr_home_recall_locked/,/^}/s/ && !l->offered//
