# src/data/home_directory.c
# A writer on the node of the parts gets the block while they live.
# In pieces
/^may_have_locked/,/^}/s/if (!h->writers)/if (!h->writers || (h->split \&\& h->split->granted \&\& w->node == h->writer \&\& ocr_mode_writes(w->mode)))/
