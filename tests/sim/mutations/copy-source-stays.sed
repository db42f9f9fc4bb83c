# src/task/db_copy.c
# A piece that was brought home is not destroyed.
# In pieces
s/^\tif (c->type [=&]* DB_COPY_PARTITION_BACK && from != to)/\tif (false)/
