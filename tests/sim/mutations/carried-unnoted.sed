# src/data/home_leases.c
# The home forgets to whom it has carried a block.
# In carried
/^ocr_home_carry_locked/,/^}/s/l->carried = true;/b->busy->home.n_leases--;/
