# src/data/home_directory.c
# A block that a task has in EW is granted to another.
# Found by memory model
/^may_have_locked/,/^}/s/if (!h->writers)/if (!h->writers || w->mode == DB_MODE_EW)/
