/* SPDX-License-Identifier: BSD-3-Clause */
/* label.c - one creator wins, or they take turns.
 *
 *   CHECK  claim the label; whoever cannot has lost, and nothing is created
 *   BLOCK  claim the label; whoever cannot waits in its entry, and tries again
 *          when the object is gone
 *
 * An answer is sent to the creator if its stream waits for one.
 */
#include "src/names/label.h"

#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/names/answer.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"

#include <errno.h>
#include <stdlib.h>

struct ocr_label_wait {
	struct ocr_label_wait *next;
	uint64_t number;
	struct ocr_stream *stream;
	uint32_t skip;
};

uint64_t
ocr_label_wait(struct ocr_runtime *rt, struct ocr_stream *s, uint32_t skip)
{
	struct ocr_label_wait *w = malloc(sizeof(*w));

	if (!w)
		return 0;
	w->stream = s;
	w->skip = skip;
	ocr_lock(&rt->names->waits.lock, OCR_LOCK_MAP);
	w->number = ++rt->names->waits.last;
	w->next = rt->names->waits.first;
	rt->names->waits.first = w;
	ocr_unlock(&rt->names->waits.lock, OCR_LOCK_MAP);
	return w->number;
}

void
ocr_label_waits_fini(struct ocr_label_waits *w)
{
	struct ocr_label_wait *x;

	while ((x = w->first)) {
		w->first = x->next;
		free(x);
	}
}

/* The wait with this number, ours alone; NULL: there is none, or it is not what
 * its stream waits for. */
static struct ocr_label_wait *
take_wait(struct ocr_runtime *rt, ocrGuid_t label, uint64_t number)
{
	struct ocr_label_wait **p, *w;

	ocr_lock(&rt->names->waits.lock, OCR_LOCK_MAP);
	for (p = &rt->names->waits.first; *p && (*p)->number != number;)
		p = &(*p)->next;
	w = *p;
	if (w && ocr_stream_awaits_label(w->stream, label, number))
		*p = w->next;
	else
		w = NULL;
	ocr_unlock(&rt->names->waits.lock, OCR_LOCK_MAP);
	return w;
}

void
ocr_label_reborn(void *rt, const struct ocr_op *op)
{
	ocr_emit(rt, ((struct ocr_runtime *)rt)->self, op);
}

/* The creation inside, or NULL: it is not one, or of another object. */
static const struct ocr_op *
creation_of(struct ocr_runtime *rt, ocr_node_t from,
	    const struct ocr_msg_create_labeled *m)
{
	const struct ocr_msg_destroy *c = (const void *)m->creation;
	size_t room = m->op.len_bytes - sizeof(*m);

	if (room < sizeof(*c) || c->op.len_bytes != room ||
	    !ocr_dispatch_is_creation(rt, &c->op) ||
	    !ocr_guid_eq(c->guid, m->label) || !ocr_label_is(m->label) ||
	    ocr_owner_of(rt, m->label) != rt->self || m->by >= rt->size ||
	    (from != rt->self && from != m->by))
		return NULL;
	return &c->op;
}

static void
answer(struct ocr_runtime *rt, const struct ocr_msg_create_labeled *m, int err)
{
	struct ocr_msg_label_done done = {
		.op = OCR_OP(OCR_MSG_LABEL_DONE, struct ocr_msg_label_done),
		.label = m->label,
		.wait = m->wait,
		.created = !err,
	};
	struct ocr_answer a = {.err = err};

	if (m->how == OCR_LABEL_CHECK)
		ocr_answer_tell(rt, m->by, m->label, m->wait, &a);
	else if (m->wait)
		ocr_emit(rt, m->by, &done.op);
}

int
ocr_label_on_create(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_create_labeled *m = (const void *)op;
	const struct ocr_op *creation = creation_of(rt, from, m);
	int err;

	if (!creation ||
	    (m->how != OCR_LABEL_CHECK && m->how != OCR_LABEL_BLOCK))
		return -EINVAL;
	err = ocr_labels_claim(rt->labels, m->label,
			       m->how == OCR_LABEL_BLOCK ? op : NULL);
	if (err == -EINPROGRESS)
		return 0;
	if (err) {
		ocr_dispatch_lose(rt, m->by, creation);
		/* Who has lost may use a template at once, and nothing that
		 * needs one is parked for it. */
		if (ocr_guid_kind(m->label) == OCR_GUID_TEMPLATE)
			ocr_labels_settle(rt->labels, m->label);
	} else {
		err = ocr_dispatch_run(rt, m->by, creation);
		if (err)
			ocr_labels_unclaim(rt->labels, m->label);
	}
	answer(rt, m, err);
	/* Whoever waits is told. */
	return m->how == OCR_LABEL_CHECK && m->wait ? 0 : err;
}

int
ocr_label_on_done(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_label_done *m = (const void *)op;
	struct ocr_label_wait *w;

	if (!ocr_label_is(m->label) || ocr_owner_of(rt, m->label) != from)
		return -EINVAL;
	w = take_wait(rt, m->label, m->wait);
	if (!w)
		return -EINVAL;
	ocr_stream_label_done(w->stream, m->created ? 0 : w->skip);
	free(w);
	return 0;
}
