# fabric/batch.c
# What waits for a packet is put into it behind the bytes that it waited for.
# In test_extend
/^ocr_batch_append_pieces_locked/,/^}/s/^\tspill_locked(f, p);/\t;/
