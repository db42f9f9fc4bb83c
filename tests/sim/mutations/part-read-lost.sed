# src/data/seat_join.c
# The end of a part is told before its bytes have come from another node.
# In pieces
/^bring/,/^}/s/if (r || !at->size) {/if (r || !at->size || at->size % 16) {/
