# fabric/batch_put.c
# Bytes that leave at once take the place of whatever waits for a packet.
# In test_first
/^ocr_batch_put_pieces_locked/,/^}/s/ && p->light.seq == o->replaces//
