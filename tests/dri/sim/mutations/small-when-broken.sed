# src/dri/link/ship.c
# A few bytes are moved though a process is lost, and calls have returned.
/^ocr_dri_ship_small_locked/,/^}/s/ || way->link->world->broken//
