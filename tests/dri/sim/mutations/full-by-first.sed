# src/dri/link/link_transfer.c
# A transfer is full when the first way is done.
/^done_locked/,/^}/s/if (!--t->left)/t->left = 0;/
