# src/data/home.c
# A copy makes a part of a block that somebody has read.
# In copy_mixed
/^queue_locked/,/^}/s/b->flags &= .*BLANK;/;/
