/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_far.h - ocrEdtCreate() between two nodes: of a task that is another
 * node's, and of one that waits for such a task.
 *
 * Only for edt_calls.c.  Knows what a call that says a node, and nothing else,
 * need not ask; does not know what else a call can ask for.
 * Threads: workers.
 */
#ifndef SRC_API_EDT_FAR_H
#define SRC_API_EDT_FAR_H

#include "src/api/api.h"
#include "src/api/edt_at_hand.h"
#include "src/base/hint.h"
#include "src/stream/brief.h"
#include "src/stream/rider.h"
#include "src/stream/stream.h"
#include "src/task/edt.h"
#include "src/task/scope.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

/* Messages up to this size are built on the stack. */
#define NEAR_BYTES 512

#define AFFINITY ((unsigned)OCR_HINT_EDT_AFFINITY & 0xff)

/* Makes the child of another node a member of the caller's finish scope, if
 * there is one. */
static inline int
enter_far(struct ocr_edt *t, struct ocr_msg_create_edt *m)
{
	struct ocr_scope *s = ocr_edt_child_scope(t);

	return s ? ocr_scope_give(t->rt, s, &m->scope, &m->credit) : 0;
}

/* The name of the output event.  That of a task with a label has one as well,
 * so that all who want to create the task know the same event. */
static inline ocrGuid_t
output_of(const struct ocr_new *n)
{
	unsigned flags = OCR_GUID_OUTPUT | OCR_GUID_TAKES_ARG;

	if (!ocr_label_is(n->guid))
		return ocr_guid_new(ocr_self->guids, OCR_GUID_EVENT_ONCE, flags,
				    n->owner);
	return ocr_label_make(
		OCR_GUID_EVENT_ONCE, flags | ocr_guid_flags(n->guid),
		ocr_guid_creator(n->guid), ocr_guid_owner(n->guid),
		ocr_label_map(n->guid), ocr_label_index(n->guid));
}

/* A task of another node, which has no hints but that, and no label, and not
 * many parameters. */
static __attribute__((noinline, unused)) u8
create_far(struct ocr_edt *t, const struct ocr_edt_birth *b,
	   const struct ocr_new *n, ocrGuid_t *output)
{
	uint64_t near[(sizeof(struct ocr_msg_create_edt) + NEAR_BYTES) / 8];
	struct ocr_msg_create_edt *m = (void *)near;
	int err;

	ocr_edt_write(b, m);
	if (b->flags & OCR_EDT_OUTPUT_GIVEN) {
		m->output = *output;
	} else if (output) {
		*output = m->output = output_of(n);
		if (ocr_guid_is_null(m->output))
			return ocr_api_made(n, &m->op, -ENOMEM);
	}
	err = enter_far(t, m);
	if (!err && !ocr_rider_create(&t->now->stream, n->owner, m))
		err = ocr_stream_submit(&t->now->stream, n->owner, &m->op);
	return ocr_api_made(n, &m->op, err);
}

/* Is its only source a single event of another node?  Then nothing more is
 * known of it here. */
static inline bool
follows_far(const struct ocr_runtime *rt, u32 depc, const ocrGuid_t *depv)
{
	ocr_node_t owner;

	if (depc != 1 || !ocr_guid_is_single_event(*depv))
		return false;
	owner = ocr_owner_of(rt, *depv);
	return owner != rt->self && owner < rt->size;
}

/* Its only source is one of another node, most often the output event of the
 * task that was created last: then it goes along. */
static inline bool
rides(struct ocr_edt *t, ocrGuid_t edt, ocrGuid_t source)
{
	struct ocr_waiter w = ocr_waiter_of(edt, 0, DB_DEFAULT_MODE);

	return ocr_rider_waits(&t->now->stream, source, &w);
}

/* A node alone? */
static inline bool
says_node(const struct ocr_worker *w, const ocrHint_t *hint, ocr_node_t *node)
{
	return hint->type == OCR_HINT_EDT_T && hint->mask == 1u << AFFINITY &&
	       ocr_hint_is_node(hint->values[AFFINITY], w->rt->size, node);
}

/* Is it of this node, with one slot that follows a single event of another? */
static inline bool
is_behind(const struct ocr_worker *w, ocrGuid_t tmpl, u32 depc,
	  const ocrGuid_t *depv)
{
	if (depc == EDT_PARAM_DEF && !ocr_label_is(tmpl))
		depc = tmpl.lower & 0xffff;
	return follows_far(w->rt, depc, depv);
}

/* Will the creation that is untold say that somebody waits for `output`?  Then
 * who waits may be made before that leaves: nothing comes of it. */
static inline bool
is_awaited_there(const struct ocr_worker *w, ocrGuid_t output)
{
	return w->task->now->stream.untold == OCR_STREAM_UNTOLD_TASK &&
	       !w->bearer.waits && ocr_guid_eq(w->bearer.output, output);
}

/* Such a task from what the worker has at hand, and what it waits for
 * goes along.  As ocr_api_edt_at_hand(), but parameters may have memory of
 * their own. */
static __attribute__((noinline)) u8
create_behind(struct ocr_worker *w, ocrGuid_t *guid, ocrGuid_t tmpl, u32 paramc,
	      const u64 *paramv, u32 depc, const ocrGuid_t *depv,
	      unsigned flags, ocrGuid_t *outputEvent)
{
	ocrGuid_t g, output, *told = outputEvent ? &output : NULL;
	struct ocr_edt *t = w->task;
	bool stays = is_awaited_there(w, *depv);
	struct ocr_new n;
	u8 code;

	flags |= OCR_API_HERE | (stays ? OCR_API_RIDES : 0);
	code = __builtin_expect(w->rt->observer || w->rt->by_message, 0)
		       ? create_watched(w, &g, tmpl, paramc, paramv, depc,
					flags, told)
		       : create_at_hand(w, &g, tmpl, paramc, paramv, depc,
					flags, told, true, false);
	if (code)
		return code;
	if (!(stays ? ocr_rider_ride(&t->now->stream, g, 0,
				     DB_DEFAULT_MODE | OCR_RIDER_WAITS)
		    : rides(t, g, *depv))) {
		n = (struct ocr_new){g, g, t->rt->self, 0};
		code = ocr_api_connect_all(t, &n, 1, depv);
		if (code)
			return code;
	}
	*guid = g;
	if (outputEvent)
		*outputEvent = output;
	return 0;
}

/* One of another node, by a task that owes nothing to others: its message is
 * short (stream/brief.h). */
static __attribute__((noinline)) u8
create_brief(struct ocr_worker *w, ocr_node_t node, ocrGuid_t *guid,
	     ocrGuid_t tmpl, u32 paramc, const u64 *paramv, u32 depc,
	     const ocrGuid_t *depv, ocrGuid_t *output)
{
	const struct ocr_last_template *l = ocr_template_last(w, tmpl);
	struct ocr_stream *s = &w->task->now->stream;
	struct ocr_msg_create_brief *m = (void *)w->bearer.words;
	uint64_t counter;

	if (!ocr_template_is_last(w->rt, l, tmpl) ||
	    !settle(&paramc, l->paramc) || !settle(&depc, l->depc) ||
	    !paramc != !paramv || paramc > OCR_BRIEF_PARAMS ||
	    depc > OCR_BRIEF_SLOTS || (!guid && depc) || !l->code.module ||
	    l->code.offset > UINT32_MAX ||
	    (depv && (depc != 1 || !ocrGuidIsUninitialized(*depv))) ||
	    ocr_edt_child_scope(w->task) || !ocr_rider_may_create(s, node) ||
	    !ocr_guid_take_far(w->guids, node, output ? 2 : 1, &counter))
		return OCR_API_NOT_AT_HAND;
	*m = (struct ocr_msg_create_brief){
		.op = {(uint32_t)(sizeof(*m) + paramc * sizeof(u64)),
		       OCR_MSG_CREATE_BRIEF, 0},
		.edt = ocr_guid_make(OCR_GUID_EDT, OCR_GUID_PLACED, node,
				     w->rt->self, counter),
		.module = l->code.module,
		.offset = (uint32_t)l->code.offset,
		.counts = (uint8_t)(paramc | depc << 4),
		.flags = output ? OCR_BRIEF_OUTPUT : 0,
		.slot = 0,
		.met = 0,
		.waiter = 0,
	};
	for (u32 i = 0; i < paramc; i++)
		m->paramv[i] = paramv[i];
	ocr_rider_create_brief(s, node, m);
	if (guid)
		*guid = m->edt;
	if (output)
		*output = ocr_brief_output(m->edt);
	return 0;
}

/* A task whose hints say a node alone, if nothing else need be looked at. */
static inline __attribute__((always_inline)) u8
create_near_or_far(struct ocr_worker *w, ocr_node_t node, ocrGuid_t *guid,
		   ocrGuid_t tmpl, u32 paramc, const u64 *paramv, u32 depc,
		   const ocrGuid_t *depv, unsigned flags,
		   ocrGuid_t *outputEvent)
{
	if (!w->task || ocr_strict_on || flags & ~EDT_PROP_FINISH)
		return OCR_API_NOT_AT_HAND;
	if (node != w->rt->self)
		return flags ? OCR_API_NOT_AT_HAND
			     : create_brief(w, node, guid, tmpl, paramc, paramv,
					    depc, depv, outputEvent);
	if (!depv)
		return ocr_api_edt_at_hand(guid, tmpl, paramc, paramv, depc,
					   flags | OCR_API_HERE, outputEvent);
	return guid && is_behind(w, tmpl, depc, depv)
		       ? create_behind(w, guid, tmpl, paramc, paramv, depc,
				       depv, flags, outputEvent)
		       : OCR_API_NOT_AT_HAND;
}

#endif
