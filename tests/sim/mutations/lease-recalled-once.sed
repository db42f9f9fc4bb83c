# src/data/directory.c
# Of several leases only the first is recalled before a writer begins.
# Found by memory model
/^recall_locked/,/^}/s/if (l->node == writer && !l->recalled)/if ((l->node == writer \&\& !l->recalled) || n)/
