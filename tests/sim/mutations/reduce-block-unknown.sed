# src/reduce/outcome.c
# The block of a result is told of, and is never known.
# In random
# With --unwatched
/^ocr_outcome_settle/,/^}/s/ocr_home_publish(rt, o->made\[i\]) != 0/0/
