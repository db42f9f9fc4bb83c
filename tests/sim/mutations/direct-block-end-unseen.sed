# src/data/home_ops.c
# An observer does not see the end of a block that nobody else has known.
# With --both-ways
/^end_at_once(/,/^}/s/if (ended && .*) {/if (0) {/
