# src/dri/call/exchange.c
# Zeros of what came to the program's memory are written to the window.
s/char \*bytes = l->direct ? b->user : b->window;/char *bytes = b->window;/
