# src/dri/link/ship.c
# DONE leaves before the last write has completed.
/^send_more/,/^}/s/return !way->ship.under_way;/return true;/
