# src/data/home_leases.c
# A block goes along with a satisfaction while a task of another node writes.
# In carried
/^may_carry_locked/,/^}/s/!h->writers && //
