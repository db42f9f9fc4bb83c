# src/data/right.c
# By a right that is kept somebody reads what another still writes.
# Found by memory model
/^take_locked/,/^}/s/(mode != DB_MODE_RW || b->flags/(ocr_mode_writes(mode) \&\& b->flags/
