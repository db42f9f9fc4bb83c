# fabric/batch.c
# An op that the transport had no room for keeps its number, and gets another.
# In test_first
/^ocr_batch_put_locked/,/^}/s/count_op_locked(p, seq - 1);//
