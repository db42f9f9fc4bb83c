# src/dri/link/link_transfer.c
# In a broken job messages are written to memory that the program has back.
s/else if (way \&\& !(way->link->direct \&\& w->broken))/else if (way)/
