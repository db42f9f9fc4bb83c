# src/data/home.c
# At home a writer writes where readers still read.
# Found by memory model
/^take_locked/,/^}/s/if (c->refs ||/if (/
