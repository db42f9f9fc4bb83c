# src/data/directory.c
# A writer begins while others have leases.
/^recall_locked/,/^}/s/return !n;/return true;/
