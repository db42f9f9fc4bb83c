# src/data/home_leases.c
# A writer begins while others have leases.
# In read_again
/^ocr_home_recall_locked/,/^}/s/return all;/return true;/
