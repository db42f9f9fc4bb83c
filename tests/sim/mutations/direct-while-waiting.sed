# src/event/event.c
# An event is satisfied by a call though its task's stream waits.
# With --both-ways
/^#include <errno.h>/a\
static void *\
loose(struct ocr_stream *s, ocrGuid_t g)\
{\
	void *ev;\
\
	if (ocr_stream_flows(s))\
		return ocr_names_direct(s, g);\
	return !ocr_label_is(g) &&\
			       ocr_names_find(s->rt, g, &ev) == OCR_SLOT_LIVE\
		       ? ev\
		       : NULL;\
}\
#define ocr_names_direct(s, g) loose(s, g)\
#define ocr_names_guess_direct(s, g) loose(s, g)
