/* SPDX-License-Identifier: BSD-3-Clause */
/* ask.c - see ask.h; PROTOCOL.md, 4.14. */
#include "src/task/ask.h"

#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/data/home.h"
#include "src/event/event.h"
#include "src/names/answer.h"
#include "src/names/names.h"
#include "src/sched/wait.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"
#include "src/task/edt.h"
#include "src/task/edt_whole.h"
#include "src/task/template.h"

#include <errno.h>

int
ocr_ask_question(struct ocr_edt *t, ocr_node_t to, const struct ocr_question *q,
		 struct ocr_answer *a)
{
	struct ocr_wait w;
	int err;

	ocr_edt_be_found(t);
	err = ocr_wait_begin(&w, q->call, q->about, a, sizeof(*a));
	*q->number = err ? 0 : w.number;
	if (err)
		return err;
	err = ocr_stream_submit(&t->now->stream, to, q->op);
	if (err) {
		ocr_wait_cancel(&w);
		return err;
	}
	err = ocr_wait_for(&w);
	return err ? err : a->err;
}

int
ocr_ask(struct ocr_edt *t, const char *call, ocrGuid_t g, enum ocr_ask what,
	struct ocr_answer *a)
{
	struct ocr_msg_ask m = {
		.op = OCR_OP(OCR_MSG_ASK, struct ocr_msg_ask),
		.guid = g,
		.what = what,
		.by = t->rt->self,
	};
	const struct ocr_question q = {call, ocr_mapped_shown(g), &m.op,
				       &m.number};

	return ocr_ask_question(t, ocr_owner_of(t->rt, g), &q, a);
}

int
ocr_ask_close(struct ocr_edt *t, ocrGuid_t file)
{
	struct ocr_msg_close_file m = {
		.op = OCR_OP(OCR_MSG_CLOSE_FILE, struct ocr_msg_close_file),
		.file = file,
		.by = t->rt->self,
	};
	const struct ocr_question q = {"ocrFileClose", file, &m.op, &m.number};
	struct ocr_answer a = {.err = 0};

	return ocr_ask_question(t, ocr_owner_of(t->rt, file), &q, &a);
}

enum ocr_guid_kind
ocr_ask_kind_here(struct ocr_runtime *rt, ocrGuid_t g)
{
	ocrGuid_t named = g;
	void *obj;

	if (ocr_label_is(g))
		return !ocr_labels_object(rt->labels, &named, &obj) &&
				       (ocr_guid_kind(g) == OCR_GUID_MAPPED ||
					ocr_guid_eq(named, g))
			       ? ocr_guid_kind(named)
			       : OCR_GUID_NULL;
	switch (ocr_names_find(rt, g, &obj)) {
	case OCR_SLOT_DEAD:
	case OCR_SLOT_BAD:
		return OCR_GUID_NULL;
	default:
		/* Whoever has the GUID has it from a call that has created
		 * the object; its creation may be on its way. */
		return ocr_guid_kind(g);
	}
}

int
ocr_ask_hint_here(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h)
{
	switch (ocr_guid_kind(g)) {
	case OCR_GUID_TEMPLATE:
		return ocr_template_get_hint(rt, g, h);
	case OCR_GUID_EDT:
		return ocr_edt_get_hint(rt, g, h);
	case OCR_GUID_DB:
		return ocr_home_get_hint(rt, g, h);
	default:
		return 0; /* events have no properties */
	}
}

/* The hints of what is there; of what is to come the question is parked. */
static int
answer_hint(struct ocr_runtime *rt, ocr_node_t from,
	    const struct ocr_msg_ask *m, struct ocr_answer *a)
{
	ocrGuid_t g = m->guid;
	int err = 0;

	/* It may come while we look. */
	while (ocr_guid_kind(g) == OCR_GUID_MAPPED &&
	       ocr_labels_name(rt->labels, &g))
		if (!ocr_names_object_of(rt, g, from, &m->op, &err))
			return err ? err : -EINPROGRESS;
	ocr_hint_start(&a->hint, ocr_hint_type(ocr_guid_kind(g)));
	if (a->hint.type == OCR_HINT_EVT_T)
		return 0;
	if (a->hint.type == OCR_HINT_UNDEF_T)
		return -EINVAL;
	if (ocr_edt_whole_lives(rt, g))
		return 0;
	if (!ocr_names_object_of(rt, g, from, &m->op, &err))
		return err ? err : -EINPROGRESS;
	return ocr_ask_hint_here(rt, g, &a->hint);
}

int
ocr_ask_on_ask(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_ask *m = (const void *)op;
	struct ocr_answer a = {.err = 0};
	int err = 0;

	if (!ocr_names_is_ours(rt, m->guid) || m->by >= rt->size ||
	    (from != rt->self && from != m->by))
		return -EINVAL;
	switch ((enum ocr_ask)m->what) {
	case OCR_ASK_EVENT:
		a.value = ocr_guid_is_event(m->guid)
				  ? ocr_event_state(rt, m->guid)
				  : OCR_EVENT_ABSENT;
		break;
	case OCR_ASK_KIND:
		a.value = ocr_ask_kind_here(rt, m->guid);
		break;
	case OCR_ASK_HINT:
		err = answer_hint(rt, from, m, &a);
		break;
	default:
		return -EINVAL;
	}
	if (!err)
		ocr_answer_tell(rt, m->by, m->guid, m->number, &a);
	return err == -EINPROGRESS ? 0 : err;
}

int
ocr_ask_on_tell(struct ocr_runtime *rt, ocr_node_t from,
		const struct ocr_op *op)
{
	const struct ocr_msg_tell *m = (const void *)op;

	if (ocr_owner_of(rt, m->guid) != from)
		return -EINVAL;
	/* Its body may have been forgotten at the end of the job. */
	return ocr_wait_answer(rt, m->number, m->guid, &m->answer,
			       sizeof(m->answer)) ||
			       atomic_load_explicit(&rt->ending,
						    memory_order_relaxed)
		       ? 0
		       : -EINVAL;
}
