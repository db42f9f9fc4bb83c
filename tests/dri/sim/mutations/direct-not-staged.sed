# src/dri/link/fetch.c
# What is fetched from a sender's window is not what its program has written.
s/if (b->user \&\& !t->is_staged)/if (b->user \&\& t->is_staged)/
