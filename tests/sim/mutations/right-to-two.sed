# src/data/right.c
# Two that write by a right at a time, one of whom is to be alone.
# Found by memory model
/^may_join_locked/,/^}/s/return .*;/return true;/
