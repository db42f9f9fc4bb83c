# src/dri/link/link_transfer.c
# CLOSE is answered while the way is at work.
/^close_locked/,/^}/s/if (!way->is_busy)/if (true)/
