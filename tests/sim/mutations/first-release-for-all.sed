# src/data/home.c
# The first of several writers that lets go counts for all.
# Found by memory model
/^release_busy_locked/,/^}/{
s/if (!h->writers || h->writer != from/if (h->writer != from/
s/if (!--h->writers) {/if (h->writers) {\n\t\th->writers = 0;/
}
