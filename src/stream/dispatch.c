/* SPDX-License-Identifier: BSD-3-Clause */
/* dispatch.c - from an op to the function that handles it. */
#include "src/stream/dispatch.h"

#include "guidmap/guid.h"
#include "src/base/observer.h"
#include "src/base/row.h"
#include "src/base/runtime.h"
#include "src/sched/worker.h"
#include "src/stream/brief.h"
#include "src/stream/rider.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *
ocr_dispatch_name(const struct ocr_row *rows, unsigned type)
{
	return type < OCR_MSG_TYPES && rows[type].name ? rows[type].name : "?";
}

void
ocr_dispatch_lose(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	if (rt->rows[op->type].lost)
		rt->rows[op->type].lost(rt, from, op);
}

void
ocr_dispatch_report(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op, int err)
{
	rt->hooks->failed(rt, from, op, err);
}

/* Runs the handler. */
static inline __attribute__((always_inline)) int
handle(struct ocr_runtime *rt, enum ocr_source source, ocr_node_t from,
       const struct ocr_op *op)
{
	struct ocr_worker *w = ocr_self;
	int err;

	OCR_OBSERVE(rt, begin, source, rt->self, from, op);
	w->depth++;
	err = ocr_msg_is_mapped(op) ? rt->hooks->mapped(rt, from, op)
				    : rt->rows[op->type].fn(rt, from, op);
	w->depth--;
	OCR_OBSERVE(rt, end);
	return err;
}

/* As a rule nothing is delayed. */
static inline void
go_on(struct ocr_runtime *rt)
{
	if (!ocr_self->depth && ocr_self->follows)
		ocr_run_delayed(rt);
}

bool
ocr_dispatch_is_creation(const struct ocr_runtime *rt, const struct ocr_op *op)
{
	switch (op->type) {
	case OCR_MSG_CREATE_EVENT:
	case OCR_MSG_CREATE_TEMPLATE:
	case OCR_MSG_CREATE_EDT:
	case OCR_MSG_CREATE_DB:
		return op->len_bytes >= rt->rows[op->type].min_bytes;
	default:
		return false;
	}
}

int
ocr_dispatch_run(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	return rt->rows[op->type].fn(rt, from, op);
}

static inline __attribute__((always_inline)) void
deliver_one(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	int err = handle(rt, OCR_FROM_NODE, from, op);

	if (__builtin_expect(err, 0))
		ocr_dispatch_report(rt, from, op, err);
	go_on(rt);
}

static __attribute__((noinline)) void
deliver(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	deliver_one(rt, from, op);
}

/* A creation, and what rides on it, each as if it had come by itself, since an
 * observer has seen each of them leave. */
static __attribute__((cold, noinline)) void
deliver_each(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_create_edt *m = (const void *)op;
	int n = ocr_rider_count(m);
	struct ocr_op *alone = n > 0 ? malloc(op->len_bytes) : NULL;
	union ocr_rider_op u;

	if (!alone) {
		deliver(rt, from, op);
		return;
	}
	memcpy(alone, op, op->len_bytes);
	alone->len_bytes -= (uint32_t)n * sizeof(struct ocr_msg_rider);
	deliver(rt, from, alone);
	free(alone);
	for (int i = 0; i < n; i++) {
		ocr_rider_unfold(m, ocr_rider_first(m, n) + i, &u);
		deliver(rt, from, &u.op);
	}
}

/* The same of one in brief. */
static __attribute__((cold, noinline)) void
deliver_brief(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	struct ocr_msg_create_edt *m =
		ocr_brief_unfold(rt->self, from, (const void *)op);

	if (m)
		deliver_each(rt, from, &m->op);
	else
		deliver(rt, from, op);
	free(m);
}

void
ocr_dispatch_take_back(struct ocr_runtime *rt)
{
	const struct ocr_worker *w = ocr_self;
	const struct ocr_msg_returned m = {
		.op = OCR_OP(OCR_MSG_RETURNED, struct ocr_msg_returned),
		.db = w->back.db,
		.version = w->back.version,
	};
	ocr_node_t from = w->back.from;
	int err;

	OCR_OBSERVE(rt, begin, OCR_FROM_NODE, rt->self, from, &m.op);
	err = rt->hooks->take_back(rt);
	OCR_OBSERVE(rt, end);
	if (__builtin_expect(err, 0))
		ocr_dispatch_report(rt, from, &m.op, err);
}

static inline void
hear_returned(struct ocr_runtime *rt, ocr_node_t from,
	      const struct ocr_msg_rider *r)
{
	struct ocr_worker *w = ocr_self;

	w->delivered++;
	w->back.db = r->guid;
	w->back.version = ocr_rider_version(r);
	w->back.from = from;
	w->back.has = true;
	if (__builtin_expect(rt->observer != NULL, 0))
		ocr_dispatch_take_back(rt);
}

/* The bytes of a block, and what rides on them, for which they came. */
static __attribute__((noinline)) void
deliver_push(struct ocr_runtime *rt, ocr_node_t from,
	     const struct ocr_msg_push *m)
{
	unsigned n;
	const struct ocr_msg_rider *r = ocr_rider_behind(m, &n);
	struct ocr_worker *w = ocr_self;
	union ocr_rider_op u;

	if (n && ocr_rider_returns(r)) {
		hear_returned(rt, from, r++);
		n--;
	}
	w->brings = n;
	deliver(rt, from, &m->op);
	if (n) {
		w->brings = false;
		w->delivered++;
		ocr_rider_unfold_behind(m, r, &u);
		deliver(rt, from, &u.op);
		if (__builtin_expect(w->brought.block != NULL, 0))
			rt->hooks->put_by(rt);
	}
	if (__builtin_expect(w->back.has, 0))
		ocr_dispatch_take_back(rt);
}

int
ocr_dispatch_deliver(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	struct ocr_runtime *rt = ctx;
	struct ocr_worker *w = ocr_self;

	w->delivered++;
	w->delivers = (uint64_t)from + 1;
	if (__builtin_expect(rt->observer != NULL, 0) &&
	    op->type == OCR_MSG_CREATE_EDT)
		deliver_each(rt, from, op);
	else if (__builtin_expect(rt->observer != NULL, 0) &&
		 op->type == OCR_MSG_CREATE_BRIEF)
		deliver_brief(rt, from, op);
	else if (op->type == OCR_MSG_PUSH)
		deliver_push(rt, from, (const void *)op);
	else
		deliver_one(rt, from, op);
	w->delivers = 0;
	return 0;
}

int
ocr_apply(struct ocr_runtime *rt, const struct ocr_op *op)
{
	int err = handle(rt, OCR_FROM_STREAM, rt->self, op);

	go_on(rt);
	return err;
}

void
ocr_emit(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op)
{
	struct ocr_worker *w = ocr_self;
	uint64_t ahead;

	OCR_OBSERVE(rt, emit, rt->self, to, op);
	if (to != rt->self) {
		ahead = ocr_dispatch_departs(rt, to, op);
		if (ahead) {
			if (w->parting)
				ocr_fabric_flush(rt->fabric);
		} else if (w->parting) {
			ocr_fabric_send_now(rt->fabric, to, op);
		} else {
			ocr_fabric_send(rt->fabric, to, op);
		}
	} else {
		ocr_opq_push(&w->delayed, to, op);
		w->follows = true;
	}
	if (!w->depth)
		ocr_run_delayed(rt);
}

uint64_t
ocr_dispatch_send(struct ocr_runtime *rt, ocr_node_t to,
		  const struct ocr_op *op)
{
	OCR_OBSERVE(rt, send, to, op);
	return ocr_fabric_send(rt->fabric, to, op);
}

/* What has failed here may be answered: after this op. */
static __attribute__((cold, noinline)) void
report_delayed(struct ocr_runtime *rt, const struct ocr_op *op, int err)
{
	ocr_self->depth++;
	ocr_dispatch_report(rt, rt->self, op, err);
	ocr_self->depth--;
}

void
ocr_dispatch_delayed(struct ocr_runtime *rt, const struct ocr_op *op)
{
	int err = handle(rt, OCR_FROM_QUEUE, rt->self, op);

	if (__builtin_expect(err, 0))
		report_delayed(rt, op, err);
}

static __attribute__((noinline)) void
run_queue(struct ocr_runtime *rt, struct ocr_worker *w)
{
	struct ocr_op *op;
	ocr_node_t to;
	int err;

	while ((op = ocr_opq_peek(&w->delayed, &to))) {
		err = handle(rt, OCR_FROM_QUEUE, rt->self, op);
		if (__builtin_expect(err, 0))
			report_delayed(rt, op, err);
		ocr_opq_pop(&w->delayed);
	}
}

void
ocr_run_delayed(struct ocr_runtime *rt)
{
	struct ocr_worker *w = ocr_self;

	if (w->depth || !w->follows)
		return;
	/* While an op of the queue is handled it is still there, so nothing
	 * more is kept. */
	if (!ocr_deliveries_is_empty(&w->fired))
		rt->hooks->deliver(rt);
	if (!ocr_opq_is_empty(&w->delayed))
		run_queue(rt, w);
	w->follows = false;
}
