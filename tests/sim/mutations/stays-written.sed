# src/data/acquire_grant.c
# A home that is wrong lets a task write into a packet.
# In test_stays
/^grant_locked/,/^}/s/^\tif (c && write && c->flags & OCR_COPY_STAYS)$/\tif (c \&\& write \&\& !c->flags)/
