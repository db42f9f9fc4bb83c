# src/api/copy_calls.c
# A copy shares its destination with who writes there.
# In pieces
s/DB_MODE_EW/DB_MODE_RW/
