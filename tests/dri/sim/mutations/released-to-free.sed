# src/dri/link/buffer.c
# A buffer that was sent on is not received into again.
/^ocr_dri_buffer_release_locked/,/^}/s/if (set->link)/if (set->link \&\& b->state != DRI_BUFFER_SENDING)/
