# src/data/right.c
# A right that came unasked is used by what this node does next, too.
# In asked_first
# With --nodes 3 --first 1900
/^is_fresh_locked/,/^}/s/ocr_self->delivers == .*;/true);/
