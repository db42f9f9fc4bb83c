# fabric/batch.h in fabric/fabric.c
# What rides on an op need not be the next one: it overtakes what came between.
# In test_extend
/^ocr_batch_ends_with_locked/,/^}/s/p->open->last_op == seq/p->open->last_op >= seq/
