/* SPDX-License-Identifier: BSD-3-Clause */
/* outcome.c - see outcome.h. */
#include "src/reduce/outcome.h"

#include "fabric/log.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/home.h"
#include "src/names/waiter.h"
#include "src/reduce/reduce.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"

#include <string.h>

/* For this node. */
static void
push_own(struct ocr_runtime *rt, struct ocr_outcome *o, const struct ocr_op *op)
{
	o->has_own = true;
	ocr_opq_push(&o->ops, rt->self, op);
}

/* May something be done by a call?  An observer sees messages. */
static bool
may_call(struct ocr_runtime *rt)
{
	return !rt->observer && ocr_direct_follows(rt);
}

/* -- The block of a result ------------------------------------------------- */

/* As a task would make it: it writes, and releases it. */
static ocrGuid_t
make_by_messages(struct ocr_runtime *rt, ocrGuid_t g, const void *values,
		 uint64_t size, struct ocr_outcome *o)
{
	struct ocr_msg_create_db m = {
		.op = OCR_OP(OCR_MSG_CREATE_DB, struct ocr_msg_create_db),
		.db = g,
		.size = size,
	};
	struct ocr_msg_release r = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
		.db = g,
	};
	struct ocr_block *b = ocr_block_create(rt, g, size, 0);

	if (!b)
		return NULL_GUID;
	memcpy(b->copy.data, values, size);
	m.block = b;
	ocr_block_put(rt, b, b->copy.data);
	push_own(rt, o, &m.op);
	push_own(rt, o, &r.op);
	return g;
}

static ocrGuid_t
make_block(struct ocr_runtime *rt, const struct ocr_collective *c,
	   const void *values, struct ocr_outcome *o)
{
	uint64_t size = c->shape.n * ocr_reduce_bytes(c->shape.op);
	ocrGuid_t g = ocr_guid_new_here(ocr_self->guids, OCR_GUID_DB, 0);
	struct ocr_block *b;

	if (!ocr_guid_is_null(g) && o->n_made < OCR_OUTCOME_FEW &&
	    may_call(rt)) {
		b = ocr_block_create_full(rt, g, values, size);
		if (b)
			o->made[o->n_made++] = b;
		else
			g = NULL_GUID;
	} else if (!ocr_guid_is_null(g)) {
		g = make_by_messages(rt, g, values, size, o);
	}
	o->no_memory |= ocr_guid_is_null(g);
	return g;
}

/* What is told to one who waits comes behind what is made for him. */
static void
tell(struct ocr_runtime *rt, const struct ocr_waiter *w, ocrGuid_t data,
     struct ocr_outcome *o)
{
	ocr_node_t owner = ocr_owner_of(rt, w->dest);
	union ocr_waiter_op m;

	if (owner == rt->self && !o->has_own && may_call(rt) &&
	    ocr_deliveries_push(&ocr_self->fired, w, data)) {
		ocr_self->follows = true;
		return;
	}
	o->has_own |= owner == rt->self;
	ocr_opq_push(&o->ops, owner, ocr_waiter_op(w, data, &m));
}

void
ocr_outcome_serve(struct ocr_runtime *rt, struct ocr_collective *c,
		  struct ocr_generation *g, struct ocr_outcome *o)
{
	if (!g->takers)
		return;
	if (ocr_guid_is_null(g->block))
		g->block = make_block(rt, c, g->result, o);
	for (const struct ocr_taker *t = g->takers; t; t = t->next)
		tell(rt, &t->waiter, g->block, o);
	ocr_generation_forget(g);
}

void
ocr_outcome_drop(struct ocr_runtime *rt, struct ocr_collective *c,
		 struct ocr_outcome *o)
{
	struct ocr_msg_destroy m = OCR_DESTROY(ocr_representative_drop(c));

	if (ocr_guid_is_null(m.guid))
		return;
	if (o->n_gone < OCR_OUTCOME_FEW && may_call(rt))
		o->gone[o->n_gone++] = m.guid;
	else
		push_own(rt, o, &m.op);
}

void
ocr_outcome_fail(struct ocr_outcome *o, ocr_node_t from,
		 const struct ocr_op *op, int err)
{
	/* Sender and error in one number. */
	ocr_opq_push(&o->failed, from | (uint32_t)-err << OCR_NODE_BITS, op);
}

/* -- When the lock is free ------------------------------------------------- */

static void
emit_all(struct ocr_runtime *rt, struct ocr_opq *ops)
{
	struct ocr_op *op;
	ocr_node_t to;

	for (; (op = ocr_opq_peek(ops, &to)); ocr_opq_pop(ops))
		ocr_emit(rt, to, op);
	ocr_opq_clear(ops);
}

static __attribute__((cold, noinline)) void
complain(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_outcome *o)
{
	struct ocr_op *op;
	ocr_node_t to;
	char text[OCR_GUID_TEXT];

	for (; (op = ocr_opq_peek(&o->failed, &to)); ocr_opq_pop(&o->failed))
		ocr_dispatch_report(rt, to & OCR_NODE_MASK, op,
				    -(int)(to >> OCR_NODE_BITS));
	ocr_opq_clear(&o->failed);
	if (o->no_values)
		ocr_log_error(rt->self,
			      "%s: nobody has contributed in slot 0, so the "
			      "result is zero",
			      ocr_guid_text(g, text));
	if (o->no_memory)
		ocr_fail_memory(rt, NULL);
}

void
ocr_outcome_settle(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_outcome *o)
{
	struct ocr_worker *w = ocr_self;

	for (uint32_t i = 0; i < o->n_made; i++)
		o->no_memory |= ocr_home_publish(rt, o->made[i]) != 0;
	if (!ocr_opq_is_empty(&o->ops))
		emit_all(rt, &o->ops);
	for (uint32_t i = 0; i < o->n_gone; i++)
		ocr_home_discard(rt, o->gone[i]);
	if (__builtin_expect(
		    o->failed.head != NULL || o->no_memory | o->no_values, 0))
		complain(rt, g, o);
	if (!w->depth && w->follows)
		ocr_run_delayed(rt);
}
