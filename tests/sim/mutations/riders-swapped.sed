# src/data/carry.c
# A satisfaction rides on its bytes behind what was given back long ago.
# In borders
# With --unwatched
/^set_riders/,/^}/s/o->instead_bytes = sizeof(\*riders);/o->instead_bytes = 0;/
