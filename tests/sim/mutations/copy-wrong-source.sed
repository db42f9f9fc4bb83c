# src/task/db_copy.c
# A copy is taken from the beginning of its source.
# In pieces
s/\[1\]\.ptr + c->source_offset, c->size)/[1].ptr, c->size)/
