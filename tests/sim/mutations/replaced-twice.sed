# src/data/carry.c
# A block that goes along takes the place of the one that went before it.
# In borders
/^send_locked/,/^}/s/w->gave.seq = 0;/;/
