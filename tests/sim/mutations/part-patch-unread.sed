# src/data/seat.c
# A new part does not have what was kept aside in its place.
# In pieces
/^copy_out_locked/,/^}/s/ocr_seat_patch_locked(.*/;/
