# src/data/split_partition.c
# A copy makes a part of a block that was written.
# In copy_mixed
/^adopt_block/,/^}/s/is_blank_locked(b))/(is_blank_locked(b) || true))/
