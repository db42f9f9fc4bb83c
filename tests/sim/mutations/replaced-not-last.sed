# fabric/batch.c
# What takes the place of an op takes that of whatever is last.
# In test_extend
/^take_place_locked/,/^}/s/ocr_batch_ends_with_locked(f, p, o->replaces,/ocr_batch_ends_with_locked(f, p, p->open ? p->open->last_op : 0,/
