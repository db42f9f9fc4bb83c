# src/dri/link/ship.c
# Packed elements are all of the first part.
/^send_packed/,/^}/s/\.part = (uint32_t)way->ship.part,/.part = 0,/
