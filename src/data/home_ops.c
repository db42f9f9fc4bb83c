/* SPDX-License-Identifier: BSD-3-Clause */
/* home_ops.c - what a task does to a block whose home is here, by a call. */
#include "src/base/runtime.h"
#include "src/data/home.h"
#include "src/names/names.h"
#include "src/stream/direct.h"

int
ocr_home_new(struct ocr_stream *s, struct ocr_msg_create_db *m)
{
	int err;

	if (!ocr_direct_ok(s))
		return ocr_stream_submit(s, s->rt->self, &m->op);
	OCR_DIRECT_BEGIN(s, &m->op);
	err = ocr_home_create(s->rt, s->rt->self, m, NULL);
	ocr_direct_end(s->rt);
	return err;
}

int
ocr_home_release(struct ocr_stream *s, struct ocr_msg_release *m)
{
	struct ocr_block *b = ocr_names_direct(s, m->db);
	int err;

	if (!b)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, m->db), &m->op);
	OCR_DIRECT_BEGIN(s, &m->op);
	err = ocr_home_release_at(s->rt, b, s->rt->self, m);
	ocr_direct_end(s->rt);
	return err;
}

int
ocr_home_destroy(struct ocr_stream *s, ocrGuid_t g)
{
	struct ocr_msg_destroy m = {
		.op = OCR_OP(OCR_MSG_DESTROY, struct ocr_msg_destroy),
		.guid = g,
	};
	struct ocr_block *b = ocr_names_direct(s, g);
	int err;

	if (!b)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g), &m.op);
	OCR_DIRECT_BEGIN(s, &m.op);
	err = ocr_home_destroy_at(s->rt, b, g);
	ocr_direct_end(s->rt);
	return err;
}
