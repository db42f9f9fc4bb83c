# src/event/event.c
# What follows from a call is done inside it.
# With --both-ways
/^#include <errno.h>/a\
#undef OCR_DIRECT_BEGIN\
#define OCR_DIRECT_BEGIN(s, op)                                                \\\
	do {                                                                   \\\
		if ((s)->rt->observer)                                         \\\
			ocr_direct_show(s, op);                                \\\
	} while (0)\
#define ocr_direct_end(rt) OCR_OBSERVE(rt, end)
/^leave(/,/^}/s/!ocr_direct_leave(rt)/(rt->observer ? rt->observer->end(rt->observer) : (void)0, true)/
