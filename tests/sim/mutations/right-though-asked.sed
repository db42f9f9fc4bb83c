# src/data/right.c
# A right begins though others of its node have asked already.
# In right_turns
/^ocr_right_begin_locked/,/^}/s/if (atomic_load/if (false \&\& atomic_load/
