# src/data/home_leases.c
# Of several leases only the first is recalled before a writer begins.
# Found by memory model
/^ocr_home_recall_locked/,/^}/s/^\t\tall = false;/&\n\t\th->n_leases = i + 1;/
