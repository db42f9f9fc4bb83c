# src/data/home_leases.c
# What is given back of an older version ends the lease of the newest.
# In test_back
/^ocr_home_is_back_locked/,/^}/s/w->back.version != b->copy.version/false/
