# src/event/event.c
# Where an event of this node tells its only waiter at once, others are lost.
# With --unwatched
/^is_only(/,/^}/s/n == 1 && //
