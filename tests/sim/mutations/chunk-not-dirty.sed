# src/data/home.c
# What a task has written to a chunk of a file is not written back.
s/h->dirty = h->chunk;/h->dirty = false;/
