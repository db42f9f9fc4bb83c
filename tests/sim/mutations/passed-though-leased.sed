# src/data/home_leases.c
# The right to write goes along though another node has a lease.
# In passed_seen
# With --nodes 3
/^ocr_home_pass_locked(/,/^}/s/h->n_leases || //
