# src/data/seen.c
# A copy goes with its block though a task still reads it.
# In test_seen
/^ocr_seen_forget/,/^}/s/b->copy.flags |= OCR_COPY_STALE;/&b->copy.refs = 0;/
