# src/data/split.c
# A block is whole when its parts are destroyed, though somebody has one.
# In pieces
/^leave_locked/,/^}/s/if (left) {/if (left > s->n_doomed) {/
