# src/dri/link/link_transfer.c
# In a broken job a transfer counts as done though its messages were dropped.
s/if (way->link->direct \&\& w->broken)/if (way->link->direct \&\& !w)/
