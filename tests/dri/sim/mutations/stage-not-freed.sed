# src/dri/link/ship.c
# A staging piece is not given back.
/^free_parcel/,/^}/s/if (p->stage)/if (p->stage \&\& !w->memory)/
