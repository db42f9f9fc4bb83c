# fabric/session_in.c
# A packet is taken though one before it is missing.
# With --breaks
s/if (h->number > taken + 1) {/if (0) {/
