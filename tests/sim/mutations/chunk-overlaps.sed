# src/file/chunk.c
# Chunks of a file may overlap.
s/how = take_range_locked(c);/how = 0;/
