# src/dri/link/link_transfer.c
# The set of a buffer that is on its way is not kept.
/^append_locked/,/^}/s/ocr_dri_object_get(&b->set->object)/(void)0/
/^remove_first_locked/,/^}/s/ocr_dri_object_put(&t->buffer->set->object)/(void)0/
