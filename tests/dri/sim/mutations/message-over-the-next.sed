# src/dri/link/ship.c
# Each message of a piece has the elements of the one before.
/^send_piece/,/^}/s/packed + (size_t)at \* elem_bytes(way)/packed + (at ? (size_t)(at - some) : 0) * elem_bytes(way)/
