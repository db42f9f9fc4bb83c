# src/data/copy.c
# A copy that keeps its place in the cache while it is used goes with that place.
# In test_cache
/^ocr_copy_evict_locked/,/^}/s/|| is_used(&b->copy)/|| false/
