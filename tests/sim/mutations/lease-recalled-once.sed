# src/data/home_directory.c
# Of several leases only the first is recalled before a writer begins.
# Found by memory model
/^recall_locked/,/^}/s/^\t\tall = false;/&\n\t\th->n_leases = i + 1;/
