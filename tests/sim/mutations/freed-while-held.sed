# src/data/home_directory.c
# A destroyed block is freed though tasks hold it.
/^is_unused_locked/,/^}/s/return !h->writers/return true || !h->writers/
