/* SPDX-License-Identifier: BSD-3-Clause */
/* direct.c - see direct.h. */
#include "src/stream/direct.h"

void
ocr_direct_show(const struct ocr_stream *s, const struct ocr_op *op)
{
	struct ocr_runtime *rt = s->rt;

	OCR_OBSERVE(rt, issue, s, op);
	OCR_OBSERVE(rt, leave, s, rt->self, rt->self, op);
	OCR_OBSERVE(rt, begin, OCR_FROM_STREAM, rt->self, rt->self, op);
}
