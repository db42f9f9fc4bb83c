# src/dri/link/link_transfer.c
# A way that is closed goes on with what it has not begun.
/^finish_locked/,/^}/s/if (way->is_closed)/if (way->is_closed \&\& !way->next)/
