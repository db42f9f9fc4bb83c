# src/api/edt_sources.c
# A task stays whose creation failed for one of its dependences.
# In edt_undone
/^	if (code)$/{
	N
	/undo(t, n);/d
}
