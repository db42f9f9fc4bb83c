# src/data/copy.c
# A right that came unasked is forgotten with its bytes.
# In passed_on
# With --nodes 4 --first 200
/^free_bytes/,/^}/s/ocr_right_lose_locked(.*);/(void)0;/
