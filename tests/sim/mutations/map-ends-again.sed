# src/names/map.c
# Nobody remembers that a map or range was destroyed.
# In map_twice
s/return r == 1 ? 0 : r ? r : -ENOENT;/return r < 0 ? r : 0;/
