# src/event/event.c
# An event is satisfied by a call though it has a label, or is an element.
# With --both-ways
/^#include <errno.h>/a\
static void *\
loose(struct ocr_stream *s, ocrGuid_t g)\
{\
	void *ev;\
\
	return ocr_direct_ok(s) && ocr_owner_of(s->rt, g) == s->rt->self &&\
			       ocr_names_find(s->rt, g, &ev) == OCR_SLOT_LIVE\
		       ? ev\
		       : NULL;\
}\
#define ocr_names_direct(s, g) loose(s, g)\
#define ocr_names_guess_direct(s, g) loose(s, g)
