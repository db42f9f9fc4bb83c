# src/dri/link/link_transfer.c
# What comes in messages goes to the window, where nobody looks for it.
s/return way->link->direct ? b->user : b->window;/return b->window;/
