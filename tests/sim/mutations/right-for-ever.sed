# src/data/home_directory.c
# Who keeps the right to a block that was destroyed is not asked for it.
/^ocr_home_bury_locked/,/^}/s/ocr_home_want_back_locked(rt, b);/;/
