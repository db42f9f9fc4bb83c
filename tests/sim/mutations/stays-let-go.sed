# src/data/copy.c
# A packet is let go while tasks still read what it has brought.
/^ocr_copy_move_locked/,/^}/s/ || c->refs//
