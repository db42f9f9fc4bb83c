# src/data/directory.c
# A writer writes where others are still fetching from.
/^source_locked/,/^}/s/if (!write || !h->fetches)/if (true)/
