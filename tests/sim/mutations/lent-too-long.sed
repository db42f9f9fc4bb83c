# fabric/batch.c
# What is lent fits into a packet beside what others have put there, however long they are.
# In test_lent
/^ocr_batch_append_pieces_locked/,/^}/s/room_in(p->open, max)/room_in(p->open, max) + p->open->len_bytes/
