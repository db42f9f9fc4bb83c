# fabric/batch_put.c
# An op that the transport had no room for keeps its number, and gets another.
# In test_first
/^put_locked/,/^}/s/count_op_locked(p, sent, left);//
