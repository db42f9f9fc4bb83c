# src/data/home_directory.c
# A node writes in place what others fetch from it, as it serves.
/^is_fetched_from_locked/,/^}/s/return true/return false/
