# src/data/split_partition.c
# A copy makes a part of a block that is larger than what is copied.
# In copy_mixed
/^adopt_block/,/^}/s/b->size == p->size/true/
