# src/data/home_leases.c
# What is given back ends the lease that another node has of the block.
# In test_back
/^ocr_home_is_back_locked/,/^}/s/lent_to_locked(b) != w->back.from/false/
