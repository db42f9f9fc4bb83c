# src/data/home_leases.c
# Who comes after a block was cut reads it by a lease that was given before.
# In part_lease
/^ocr_home_tell_parted_locked/,/^}/s/i < h->n_leases/i < 0 * h->n_leases/
/^tell_callers_locked/,/^}/s/!h->n_leases && //
