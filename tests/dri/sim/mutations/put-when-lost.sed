# src/dri/call/exchange.c
# A buffer is given back though a process is lost.
/^put_locked/,/^}/s/if (c->world->broken)/if (l \&\& c->world->broken)/
