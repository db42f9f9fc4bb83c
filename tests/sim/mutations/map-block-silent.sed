# src/names/mapped.c
# A block of a map satisfies nobody.
/^satisfy_with/,/^}/s/^\tocr_waiter_tell(/\tif (0)\n\t\t&/
