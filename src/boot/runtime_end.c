/* SPDX-License-Identifier: BSD-3-Clause */
/* runtime_end.c - shutdown, abort, and the loss of a node. */
#include "src/boot/runtime_end.h"

#include "fabric/clock.h"
#include "fabric/log.h"
#include "src/boot/runtime.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdint.h>

/* So long a node that has lost another waits for a status that may be under
 * way. */
#define STATUS_MS 300

/* Who aborts may be gone before all have heard of it: then its death was seen
 * first, and is no reason for another exit status. */
static void
correct_status(struct ocr_runtime *rt, uint32_t found, uint32_t how)
{
	if (found & OCR_ENDING_LOST && !(how & OCR_ENDING_LOST) && how)
		atomic_compare_exchange_strong_explicit(
			&rt->ending, &found,
			OCR_ENDING | OCR_ENDING_LOST | OCR_ENDING_TOLD | how,
			memory_order_acq_rel, memory_order_relaxed);
}

/* The first word counts, but for a loss.  Workers stop after the task that they
 * run. */
static void
begin_end(struct ocr_runtime *rt, uint32_t how)
{
	uint32_t found = 0;

	if (!atomic_compare_exchange_strong_explicit(
		    &rt->ending, &found, OCR_ENDING | how, memory_order_acq_rel,
		    memory_order_acquire)) {
		correct_status(rt, found, how);
		return;
	}
	ocr_sched_stop(rt);
	if (rt->end->ended)
		rt->end->ended(rt);
}

void
ocr_runtime_end(struct ocr_runtime *rt, unsigned status)
{
	struct ocr_msg_end m = {
		.op = OCR_OP(OCR_MSG_END_REQUEST, struct ocr_msg_end),
		.status = status & 0xff,
	};

	ocr_emit(rt, 0, &m.op);
	if (rt->self)
		ocr_fabric_flush(rt->fabric);
}

static void
on_heard(struct ocr_confirm *c)
{
	struct ocr_end_heard *h = (void *)c; /* its first member */

	/* pairs with ocr_end_is_heard() */
	atomic_fetch_sub_explicit(&h->rt->end->n_unheard, 1,
				  memory_order_release);
}

/* A child that hears of the end after the death of this node would take it for
 * a loss. */
static void
tell_child(struct ocr_runtime *rt, uint32_t nth, const struct ocr_op *op)
{
	ocr_node_t child = ocr_tree_child(&rt->tree, nth);
	uint64_t seq = ocr_dispatch_send(rt, child, op);
	struct ocr_end_heard *h = &rt->end->heard[nth % OCR_TREE_ARITY];

	if (nth >= OCR_TREE_ARITY)
		return;
	h->rt = rt;
	h->confirm.fn = on_heard;
	atomic_fetch_add_explicit(&rt->end->n_unheard, 1, memory_order_relaxed);
	if (ocr_fabric_confirm(rt->fabric, child, seq, &h->confirm))
		on_heard(&h->confirm);
}

bool
ocr_end_is_heard(const struct ocr_runtime *rt)
{
	return !atomic_load_explicit(&rt->end->n_unheard, memory_order_acquire);
}

/* The end goes from node 0 over its tree, and each tells his children before he
 * stops. */
static void
pass_end(struct ocr_runtime *rt, uint32_t status)
{
	struct ocr_msg_end m = {
		.op = OCR_OP(OCR_MSG_END, struct ocr_msg_end),
		.status = status & 0xff,
	};

	for (uint32_t i = 0; i < rt->tree.n; i++)
		tell_child(rt, i, &m.op);
	if (rt->tree.n)
		ocr_fabric_flush(rt->fabric);
	begin_end(rt, m.status);
}

/* Of node 0.  The first one counts. */
static void
end_all(struct ocr_runtime *rt, uint32_t status)
{
	uint32_t no = 0;

	if (!atomic_compare_exchange_strong_explicit(&rt->end_asked, &no, 1,
						     memory_order_acq_rel,
						     memory_order_relaxed))
		return;
	pass_end(rt, status);
}

int
ocr_end_on_request(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_end *m = (const void *)op;

	(void)from;
	if (rt->self)
		return -EINVAL;
	end_all(rt, m->status);
	return 0;
}

static void
tell_done(struct ocr_runtime *rt, ocr_node_t to)
{
	struct ocr_msg_guest_done m = {
		.op = OCR_OP(OCR_MSG_GUEST_DONE, struct ocr_msg_guest_done),
	};

	ocr_emit(rt, to, &m.op);
	if (to != rt->self)
		ocr_fabric_flush(rt->fabric);
}

void
ocr_runtime_done(struct ocr_runtime *rt)
{
	tell_done(rt, rt->self);
}

int
ocr_end_on_guest_done(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op)
{
	uint32_t all = 1 + rt->tree.n;

	(void)op;
	if (from != rt->self && !ocr_tree_has_child(&rt->tree, from))
		return -EINVAL;
	if (atomic_fetch_add_explicit(&rt->end->n_done, 1,
				      memory_order_acq_rel) +
		    1 !=
	    all)
		return 0;
	if (rt->self)
		tell_done(rt, rt->tree.parent);
	else
		end_all(rt, 0);
	return 0;
}

int
ocr_end_on_end(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_end *m = (const void *)op;

	if (from != rt->tree.parent)
		return -EINVAL;
	pass_end(rt, m->status);
	return 0;
}

void
ocr_end_lost(void *ctx, ocr_node_t peer, const char *why)
{
	struct ocr_runtime *rt = ctx;

	if (atomic_load_explicit(&rt->ending, memory_order_acquire))
		return;
	ocr_log_error(rt->self, "node %u is lost (%s); the job ends", peer,
		      why);
	begin_end(rt, OCR_ENDING_LOST | 1);
}

unsigned
ocr_end_await(struct ocr_runtime *rt)
{
	int64_t until = ocr_clock_ms() + STATUS_MS, left;
	uint32_t how;

	while (how = atomic_load_explicit(&rt->ending, memory_order_acquire),
	       !(how & OCR_ENDING_TOLD) && (left = until - ocr_clock_ms()) > 0)
		if (!ocr_fabric_poll(rt->fabric))
			ocr_fabric_wait(rt->fabric, (int)left);
	return how & 0xff;
}
