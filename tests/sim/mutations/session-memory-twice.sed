# fabric/session_out.c
# The memory of a packet is given to two.
# With --breaks
/^memory_get_locked/,/^}/s/s->memory = NULL;/;/
