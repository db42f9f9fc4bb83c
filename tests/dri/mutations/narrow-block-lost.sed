# src/dri/move/turn.c
# A plane with few rows ends with its last whole block.
s/end < nj ? end : nj/end < nj ? end : at/
