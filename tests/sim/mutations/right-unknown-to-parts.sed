# src/data/home_leases.c
# A right is not recalled for parts.
# In part_right
/^ocr_home_tell_parted_locked/,/^}/s/(h->kept && /(false \&\& /
