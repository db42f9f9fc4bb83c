# src/data/home_ops.c
# A block is released by a call though its task's stream owes something.
# With --both-ways
/^#include "src\/stream\/direct.h"/a\
static void *\
loose(struct ocr_stream *s, ocrGuid_t g)\
{\
	uint32_t n = s->n_debts;\
	void *b;\
\
	if (!ocr_stream_flows(s))\
		return NULL;\
	s->n_debts = 0;\
	b = ocr_names_direct(s, g);\
	s->n_debts = n;\
	return b;\
}
/^ocr_home_release(/,/^}/s/ocr_names_direct(/loose(/
