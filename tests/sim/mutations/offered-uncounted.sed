# src/data/home_leases.c
# The home does not count who reads what it has offered.
/^begin_fetch_locked/,/^}/s/h->fetches++;//
