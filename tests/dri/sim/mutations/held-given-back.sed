# src/dri/link/buffer.c
# What the program holds goes back to its set when a channel goes.
/^ocr_dri_bufferset_unuse_locked/,/^}/s/^	set_n_channels_locked(/	for (int i = 0; i < set->n; i++)\
		if (set->buffers[i]->state == DRI_BUFFER_HELD)\
			ocr_dri_buffer_release_locked(set->buffers[i]);\
&/
