# src/dri/ship.c
# A staging piece is not given back.
/^on_written/,/^}/s/if (p->stage)/if (p->stage \&\& status)/
