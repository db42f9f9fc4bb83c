# src/task/edt.c
# All that a task writes is taken before it has what it reads.
# In test_acquire_all
/^ocr_edt_acquire/,/^}/s/^	t->next_write = 0;/&\
	ocr_acquire_all(t->rt, ocr_edt_guid(t), t->held.blocks, t->held.n);/
