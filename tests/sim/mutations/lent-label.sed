# src/data/along.c
# Bytes of a block with a label leave from where they lie, and hold up the next.
# In label_blocks
/^may_lend_locked/,/^}/s/!ocr_label_recurs(b->guid)/true/
