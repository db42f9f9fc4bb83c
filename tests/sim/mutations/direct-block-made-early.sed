# src/data/home_ops.c
# A block is created by a call though its task waits, or owes something.
# With --both-ways
/^ocr_home_new(/,/^}/s/!ocr_direct_ok(s)/false/
