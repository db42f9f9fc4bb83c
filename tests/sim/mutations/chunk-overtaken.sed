# src/file/chunk.c
# A chunk that waits for its range is overtaken by one that comes later.
# In file_queue
# With --strict
/^take_range_locked/,/^}/s/if (!other || other == c) {/{/
