# src/data/right.c
# By a right that is kept somebody reads what another still writes.
# Found by memory model
/^take_locked/,/^}/s/f->writers && !may_join/f->writers \&\& ocr_mode_writes(mode) \&\& !may_join/
