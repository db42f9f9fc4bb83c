# src/dri/call/exchange.c
# What is received stays in the memory of the library.
/^complete/,/^}/s/	if (b->user)/	if (b->user \&\& !b->window)/
