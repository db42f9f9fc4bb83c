# src/data/home_directory.c
# That bytes have come ends no way, so those who wait for one wait for ever.
# In crowd
/^ocr_home_fetched_locked/,/^}/s/ocr_home_end_way_locked(h, from, source);/;/
