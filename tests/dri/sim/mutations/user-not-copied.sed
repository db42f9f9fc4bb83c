# src/dri/call/exchange.c
# What is received stays in the memory of the library.
/^complete/,/^}/s/	if (b->user \&\& !l->direct)/	if (b->user \&\& !l->direct \&\& !b->window)/
