# fabric/batch.c
# What is lent fits into a packet beside what others have put there, however long they are.
# In test_lent
/^ocr_batch_append_pieces_locked/,/^}/s/max + sizeof(struct ocr_packet_head)/max + p->open->len_bytes + sizeof(struct ocr_packet_head)/
