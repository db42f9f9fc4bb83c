# src/dri/move/weave.c
# Both halves of a vector work on the same records.
s/s + (few + k) \* HALF/s + k * HALF/
