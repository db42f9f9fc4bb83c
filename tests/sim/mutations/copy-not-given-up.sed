# src/data/split_partition.c
# A block that cannot be a part stays one that is written by nobody yet.
# In copy_turns
/^release_adopted/,/^}/s/writers = 0/writers = 1/
