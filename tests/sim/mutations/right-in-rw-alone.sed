# src/data/right.c
# Who brings a right in mode RW has the block alone.
# In right_turns
/^ocr_right_begin_locked/,/^}/s/if (!(m->flags & OCR_GRANT_SHARED))//
