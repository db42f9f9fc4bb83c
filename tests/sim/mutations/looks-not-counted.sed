# src/base/where.c
# What it costs to look for lines of sources is not counted, and never ends it.
# In test_where
/^look(/,/^}/s/>= LOOK_MS/== -1u/
