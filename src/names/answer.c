/* SPDX-License-Identifier: BSD-3-Clause */
/* answer.c - see answer.h. */
#include "src/names/answer.h"

#include "src/names/mapped.h"
#include "src/stream/dispatch.h"

void
ocr_answer_tell(struct ocr_runtime *rt, ocr_node_t to, ocrGuid_t g,
		uint64_t number, const struct ocr_answer *a)
{
	struct ocr_msg_tell m = {
		.op = OCR_OP(OCR_MSG_TELL, struct ocr_msg_tell),
		.guid = ocr_mapped_shown(g),
		.number = number,
		.answer = *a,
	};

	if (number)
		ocr_emit(rt, to, &m.op);
}

bool
ocr_answer_is_refused(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op, int err)
{
	const struct ocr_msg_await *d = (const void *)op;
	const struct ocr_msg_close_file *c = (const void *)op;
	const struct ocr_msg_ask *q = (const void *)op;
	struct ocr_answer a = {.err = err};

	if (op->type == OCR_MSG_CLOSE_FILE &&
	    (c->by == from || from == rt->self) && c->by < rt->size) {
		ocr_answer_tell(rt, c->by, c->file, c->number, &a);
		return true;
	}
	if (op->type == OCR_MSG_ASK && (q->by == from || from == rt->self) &&
	    q->by < rt->size) {
		ocr_answer_tell(rt, q->by, q->guid, q->number, &a);
		return true;
	}
	if (op->type == OCR_MSG_ADD_DEP && op->len_bytes == sizeof(*d) &&
	    (d->by == from || from == rt->self) && d->by < rt->size) {
		ocr_answer_tell(rt, d->by, d->dep.event, d->number, &a);
		return true;
	}
	return false;
}
