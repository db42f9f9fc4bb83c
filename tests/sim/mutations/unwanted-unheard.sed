# src/data/home_leases.c
# A node goes on sending blocks along that nobody reads there.
# In test_unwanted
/^note_unused_locked/,/^}/s/ocr_carry_unwanted(.*);/;/
