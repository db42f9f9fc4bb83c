# src/data/home_directory.c
# Tasks of one node take turns with a block in mode RW.
# In rw_together
/^may_have_locked/,/^}/s/w->mode == DB_MODE_RW && !h->exclusive/false/
