# src/task/db_copy.c
# The part that a piece was copied to is not destroyed.
# In copy_mixed
s/if (c->type & OCR_DB_COPY_TO_PART)/if (0)/
