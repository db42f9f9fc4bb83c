# src/dri/link/ship.c
# A few bytes go to the begin of the receiver's buffer.
/^ocr_dri_ship_small_locked/,/^}/s/memcpy(to + way->first.dst_bytes,/memcpy(to,/
