# src/dri/move/weave.c
# All bytes of an element are its first one.
s/(i \/ u \* few + row) \* u + i % u/(i \/ u * few + row) * u/
