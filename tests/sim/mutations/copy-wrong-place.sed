# src/task/db_copy.c
# A copy goes a word before where it belongs.
# In pieces
s/\[0\]\.ptr + c->dest_offset,/[0].ptr + (c->dest_offset >= 8 ? c->dest_offset - 8 : 0),/
