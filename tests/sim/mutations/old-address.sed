# src/data/home.c
# Readers go to where the version before was.
# Found by memory model
/^release_busy_locked/,/^}/s/h->offset = m->offset;/if (h->holder != from || !h->offset)\n\t\t\th->offset = m->offset;/
