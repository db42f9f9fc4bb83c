# src/data/home_leases.c
# What is given back ends the lease of whatever block is wanted next.
# In border_turns
# With --unwatched
/^ocr_home_is_back_locked/,/^}/s/!ocr_guid_eq(w->back.db, b->guid)/false/
