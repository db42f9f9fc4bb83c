# src/data/home_directory.c
# Who gets a block with the grant, and writes, does not care for who fetches it.
/^ocr_home_grant_from_locked/,/^}/s/keep_past_locked(rt, b, h->fetches, 0);$/keep_past_locked(rt, b, 0, 0);/
