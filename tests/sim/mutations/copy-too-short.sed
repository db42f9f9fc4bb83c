# src/task/db_copy.c
# A copy of more than eight words is a word too short.
# In pieces
s/\[1\]\.ptr + c->source_offset, c->size)/[1].ptr + c->source_offset,\n\t\t\tc->size - (c->size > 64 ? 8 : 0))/
