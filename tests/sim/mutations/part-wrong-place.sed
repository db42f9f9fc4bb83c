# src/data/seat.c
# A part that does not begin its block has the words before its own.
# In pieces
s/at->size ? at->offset : 0/at->size \&\& at->offset >= 8 ? at->offset - 8 : 0/
