# src/data/home_directory.c
# Tasks of one node take turns with a block in mode RW.
# In rw_together
s/return w->mode == DB_MODE_RW && !h->exclusive && h->writer == w->node;/return false;/
