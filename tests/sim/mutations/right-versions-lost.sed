# src/data/home_leases.c
# The home does not count the versions that were made by a right.
s/h->version += more;/(void)more;/
