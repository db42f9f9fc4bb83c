# src/dri/call/channel.c
# The program has its memory back while senders still write to it.
s/if (is_direct \&\& !c->world->broken)/if (is_direct \&\& c->world->broken)/
