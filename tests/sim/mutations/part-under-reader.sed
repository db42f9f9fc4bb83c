# src/data/seat.c
# A part is put back, or made, where somebody reads what was there before.
# In pieces
/^ocr_place_is_watched_locked/,/^}/s/if (at->occupied)/return false;\n\tif (at->occupied)/
