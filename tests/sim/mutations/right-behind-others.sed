# src/data/right.c
# A right that came unasked is used by a task that has waited for others as well.
# In asked_first
# With --nodes 3
/^is_fresh_locked/,/^}/s/needs == OCR_NEEDS_ONLY/needs != OCR_NEEDS_MORE/
