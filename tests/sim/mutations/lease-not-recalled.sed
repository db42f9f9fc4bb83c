# src/data/home_directory.c
# A writer begins while others have leases.
# Found by memory model
/^recall_locked/,/^}/s/return all;/return true;/
