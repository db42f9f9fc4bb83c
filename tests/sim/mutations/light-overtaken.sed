# fabric/batch_put.c
# What leaves at once overtakes what waits for a packet.
# In test_first
/^ocr_batch_put_locked/,/^}/s/ || p->light.len_bytes//
