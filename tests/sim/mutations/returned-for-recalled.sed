# src/data/home_leases.c
# A lease that is given back counts as the answer to RECALL.
/^ocr_home_returned_locked/,/^}/s/if (!l->recalled)//
