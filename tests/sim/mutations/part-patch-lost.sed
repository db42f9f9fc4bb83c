# src/data/seat_join.c
# What was kept aside while somebody read the place is never put there.
# In pieces
s/data = s->patches ? apply_patches(rt, s) : s->data;/data = s->data;/
