# fabric/session_move.c
# A piece that was cut off counts as done.
# With --breaks
s/if (status == -ECONNRESET \&\& s->state != SESSION_DEAD \&\&/if (status == -ECONNRESET) status = 0;\n&/
