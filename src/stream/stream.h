/* SPDX-License-Identifier: BSD-3-Clause */
/* stream.h - the ordered ops of one task.
 *
 * Knows the order in which a task's effects must be seen; does not know what
 * an op does.  An op that left for another node and is not known to have been
 * handled there may be a debt: which ops are, and which later ops wait until a
 * debt is confirmed, is what the four protocols decide (order.h).  What must
 * wait is queued with all that follows, and the queue is drained by whoever
 * receives the confirmation, also after the body has returned.  No thread ever
 * waits.
 *
 *   FLOWING --> WAITING --> DRAINING --> FLOWING
 *                  ^            |
 *                  +------------+
 *
 *   FLOWING  -> WAITING   submit    a debt has not been confirmed or answered;
 *                                   or a template must be fetched
 *   WAITING  -> DRAINING  resume    that, or the template, has come
 *   DRAINING -> WAITING   drain     the next op has to wait as well
 *   DRAINING -> FLOWING   drain     the queue is empty
 *
 * In FLOWING the queue is empty, and only the producer touches the stream: the
 * task's own thread, or after its body whoever continues the task.  In the
 * other states the producer only appends.
 */
#ifndef SRC_STREAM_STREAM_H
#define SRC_STREAM_STREAM_H

#include "fabric/lock.h"
#include "src/base/msg.h"
#include "src/base/opq.h"
#include "src/base/runtime.h"
#include "src/stream/ledger.h"

#include <stdbool.h>

struct ocr_held;
struct ocr_runtime;

enum ocr_stream_state {
	OCR_STREAM_FLOWING,
	OCR_STREAM_WAITING,
	OCR_STREAM_DRAINING,
};

#define OCR_STREAM_AWAITS_LABEL OCR_LEDGER_DEBTS

/* Each op leaves at once: a guest's, behind which nobody flushes.  Fixed after
 * init. */
#define OCR_STREAM_EAGER 1
/* Nothing is done by calls alone (direct.h), so that each is looked at: the body
 * of a task that came from another node.  The producer's. */
#define OCR_STREAM_BY_MESSAGE 2

struct ocr_stream {
	struct ocr_lock lock; /* of queue and state, once not FLOWING */
	_Atomic uint32_t state;
	struct ocr_opq queue;
	/* Producer in FLOWING, drainer otherwise: */
	uint32_t awaited; /* in WAITING: the debt that confirm is for, or
			   * OCR_STREAM_AWAITS_LABEL */
	uint32_t skip;	  /* so many ops that follow are not to be done */
	/* Guarded by lock, once there is a debt of answers: */
	uint32_t n_answers;  /* that have come */
	bool awaits_answers; /* in WAITING, for the last of that debt */
	ocrGuid_t label;     /* with OCR_STREAM_AWAITS_LABEL: which answer */
	uint64_t wait;
	struct ocr_ledger owed;
	struct ocr_confirm confirm;
	uint8_t ways; /* OCR_STREAM_EAGER, _BY_MESSAGE */
	struct ocr_stream *next; /* template.c: waiting for one template */
	struct ocr_runtime *rt;
	/* Producer only: it has blocks that others do not know yet, and have to
	 * before its next op (data/newborn.h); or OCR_STREAM_UNTOLD_TASK; or
	 * NULL. */
	struct ocr_held *untold;
};

/* The same of a task of another node (stream/rider.h): no list of blocks. */
#define OCR_STREAM_UNTOLD_TASK ((struct ocr_held *)1)

void ocr_stream_init(struct ocr_stream *s, struct ocr_runtime *rt);
/* The same of one that has been initialised for another task, which has ended,
 * or whose creation has failed. */
static inline void
ocr_stream_renew(struct ocr_stream *s)
{
	atomic_store_explicit(&s->state, OCR_STREAM_FLOWING,
			      memory_order_relaxed);
	s->owed.n = 0;
	s->skip = 0;
}
/* Frees what a stopped job has left behind. */
void ocr_stream_fini(struct ocr_stream *s);

/* Before the next op. */
void ocr_stream_tell_all(struct ocr_stream *s) __attribute__((noinline));
static inline void
ocr_stream_tell(struct ocr_stream *s)
{
	if (__builtin_expect(s->untold != NULL, 0))
		ocr_stream_tell_all(s);
}

/* The same of a task alone: blocks may stay untold. */
static inline void
ocr_stream_tell_task(struct ocr_stream *s)
{
	if (__builtin_expect(s->untold == OCR_STREAM_UNTOLD_TASK, 0))
		ocr_stream_tell_all(s);
}

/* The next op of the task, for an object of node `to`.  Applied or sent now,
 * or queued.  Returns what a local handler returned, if it ran at once; else
 * 0, and a later failure is reported. */
int ocr_stream_submit(struct ocr_stream *s, ocr_node_t to, struct ocr_op *op);

/* True: all that the task has asked for so far has left, or is done. */
static inline bool
ocr_stream_flows(const struct ocr_stream *s)
{
	return atomic_load_explicit(&s->state, memory_order_acquire) ==
	       OCR_STREAM_FLOWING;
}

/* Does it owe something to that node alone, which the next op to it need not
 * wait for? */
static inline bool
ocr_stream_owes_there(const struct ocr_stream *s, ocr_node_t to)
{
	return s->owed.n == 1 && s->owed.debts[0].node == to &&
	       s->rt->protocol != OCR_PROTOCOL_IMMEDIATE;
}

/* Would `op` be applied or sent at once? */
bool ocr_stream_is_clear(struct ocr_stream *s, ocr_node_t to,
			 struct ocr_op *op);

/* Does it wait for this LABEL_DONE? */
bool ocr_stream_awaits_label(const struct ocr_stream *s, ocrGuid_t label,
			     uint64_t wait);
/* That has come; the next `skip` ops are dropped. */
void ocr_stream_label_done(struct ocr_stream *s, uint32_t skip);

/* The answer to one of its PARTITIONs or SPREADs has come; a stream does not
 * end before it has all.  Inside a handler. */
void ocr_stream_answered(struct ocr_stream *s);

/* What the stream waited for has come.  Inside a handler or a callback. */
void ocr_stream_resume(struct ocr_stream *s);

#endif
