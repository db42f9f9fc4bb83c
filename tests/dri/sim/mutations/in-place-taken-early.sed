# src/dri/link/link_transfer.c
# A buffer comes back though it is still being sent.
/^ocr_dri_link_take_locked(/,/^}/s/l->transfers->buffer->is_leaving)/false)/
