# src/data/acquire.c
# A writer writes where readers of its own node still read.
# Found by memory model
/^write_here_locked/,/^}/s/ && !old->refs) {/) {/
