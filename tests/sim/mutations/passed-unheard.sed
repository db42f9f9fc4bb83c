# src/data/home_leases.c
# The home goes on to wait for a writer who has declined.
# In passed_on
/^ocr_home_declined_locked/,/^}/s/h->writers = 0;//
