# src/data/copy.c
# A copy that the home was told of goes before the home has answered.
# In read_sources
/^ocr_copy_evict_locked/,/^}/s/|| ocr_block_foreign(b)->claims/|| false/
