# src/api/edt.c
# A task stays whose creation failed for one of its dependences.
# In edt_undone
/^	if (code)$/{
	N
	/ocr_stream_submit(&t->stream, n->owner, &m.op);/d
}
