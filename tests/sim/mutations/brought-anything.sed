# src/data/carry.c
# Who asks for another block gets what was brought.
/^ocr_carry_take_brought/,/^}/s/!ocr_guid_eq(w->brought.db, db)/false/
