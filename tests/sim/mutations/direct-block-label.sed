# src/data/home_ops.c
# A block is destroyed or released by a call though it has a label.
# With --both-ways
/^#include "src\/stream\/direct.h"/a\
static void *\
loose(struct ocr_stream *s, ocrGuid_t g)\
{\
	void *b;\
\
	return ocr_direct_ok(s) && ocr_owner_of(s->rt, g) == s->rt->self &&\
			       ocr_names_find(s->rt, g, &b) == OCR_SLOT_LIVE\
		       ? b\
		       : NULL;\
}\
#define ocr_names_direct(s, g) loose(s, g)
