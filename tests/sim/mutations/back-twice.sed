# src/data/home_leases.c
# What was given back, and has been taken so, is taken once more.
# In border_turns
# With --unwatched --strict
/^ocr_home_is_back_locked/,/^}/s/w->back.has = false;/;/
