# src/data/home_directory.c
# The holder before the home writes where others still fetch from.
/^ocr_home_grant_from_locked/,/^}/s/if (is_fetched_from_locked(h, w->node))/if (false)/
