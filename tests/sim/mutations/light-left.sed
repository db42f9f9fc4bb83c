# fabric/batch.c
# What waits for a packet goes on to wait when its bytes have taken its place.
# In test_extend
/^take_place_locked/,/^}/s/p->light.len_bytes = 0;//
