# src/dri/link/ship.c
# Each message of a piece says that it is the first one.
/^send_piece/,/^}/s/way->ship\.at + at,/way->ship.at,/
