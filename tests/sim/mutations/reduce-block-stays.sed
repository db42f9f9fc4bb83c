# src/reduce/outcome.c
# The block of a generation that is forgotten stays.
# In random
# With --unwatched
/^ocr_outcome_settle/,/^}/s/ocr_home_discard(rt, o->gone\[i\])/(void)0/
