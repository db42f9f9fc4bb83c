# src/data/copy.c
# Without memory a copy that nobody reads holds up its packet.
# In test_stays
/^keep_locked(/,/^}/s/^\t       ocr_copy_move_locked(rt, b, c);/\t       (ocr_copy_move_locked(rt, b, c), true);/
