# src/dri/link/ship.c
# Of its own pairs a process moves the first.
/^ocr_dri_way_move/,/^}/s/for (p = way->pair; p; p = p->next)/for (p = way->pair; p; p = NULL)/
