# src/task/db_copy.c
# What was written to a piece is not brought home.
# In pieces
s/^\tif (c->size)$/\tif (c->size \&\& !(c->type \& DB_COPY_PARTITION_BACK))/
