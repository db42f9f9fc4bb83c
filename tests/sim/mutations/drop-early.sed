# src/data/directory.c
# Bytes are dropped while somebody still reads them.
/^keep_past_locked/,/^}/s/if (!fetches) {/if (true) {/
