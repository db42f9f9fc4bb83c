/* SPDX-License-Identifier: BSD-3-Clause */
/* direct.h - an op of a task on an object of its own node may be a call.
 *
 * Knows when the stream of a task would do an op at once, so that no message
 * has to be written for it; does not know what the op does.  Whoever makes the
 * call says where it begins and ends: what follows from it is delayed as if a
 * handler ran, and an observer sees it as any other op.  PROTOCOL.md, 4.15.
 * Threads: the producer of the stream.
 */
#ifndef SRC_STREAM_DIRECT_H
#define SRC_STREAM_DIRECT_H

#include "fabric/seldom.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"

/* Has the stream nothing before the next op?  One that owes something has to
 * look at the op first. */
static inline bool
ocr_direct_is_clear(const struct ocr_stream *s)
{
	return ocr_stream_flows(s) && !(s->owed.n | s->skip | s->ways);
}

/* Tests want messages. */
static inline bool
ocr_direct_by_message(const struct ocr_runtime *rt)
{
	return OCR_SELDOM(rt->by_message != NULL) &&
	       rt->by_message(rt->by_message_arg);
}

/* Would an op for this node be applied now, whatever it is? */
static inline bool
ocr_direct_flows(const struct ocr_stream *s)
{
	return ocr_direct_is_clear(s) && !ocr_direct_by_message(s->rt);
}

/* The same for an op that others can hear of. */
static inline bool
ocr_direct_ok(struct ocr_stream *s)
{
	ocr_stream_tell(s);
	return ocr_direct_flows(s);
}

/* The same for the last op of a task that is in no scope: nothing follows from
 * it, so it waits for answers, and for debts under two protocols (order.h). */
static inline bool
ocr_direct_ends(struct ocr_stream *s)
{
	ocr_stream_tell(s);
	if (!ocr_stream_flows(s) || s->skip | s->ways ||
	    !ocr_protocol_is_relaxed(s->rt->protocol) ||
	    ocr_direct_by_message(s->rt))
		return false;
	for (uint32_t i = 0; i < s->owed.n; i++)
		if (s->owed.debts[i].node == OCR_NODE_NONE)
			return false;
	return true;
}

/* What would have been submitted is handled now. */
void ocr_direct_show(const struct ocr_stream *s, const struct ocr_op *op)
	__attribute__((cold, noinline));

/* Before the call.  `op` is what would have been submitted: it is written for
 * an observer alone. */
#define OCR_DIRECT_BEGIN(s, op)                                                \
	do {                                                                   \
		if (__builtin_expect((s)->rt->observer != NULL, 0))            \
			ocr_direct_show(s, op);                                \
		ocr_self->depth++;                                             \
	} while (0)

/* After it.  True: what followed from it is to be done now. */
static inline bool
ocr_direct_leave(struct ocr_runtime *rt)
{
	struct ocr_worker *w = ocr_self;

	w->depth--;
	OCR_OBSERVE(rt, end);
	return !w->depth && w->follows;
}

static inline void
ocr_direct_end(struct ocr_runtime *rt)
{
	if (ocr_direct_leave(rt))
		ocr_run_delayed(rt);
}

/* What follows between the two is delayed, as in a handler, though this is
 * none: who holds a lock applies no op. */
static inline void
ocr_delay_begin(void)
{
	ocr_self->depth++;
}

static inline void
ocr_delay_end(struct ocr_runtime *rt)
{
	if (!--ocr_self->depth && ocr_self->follows)
		ocr_run_delayed(rt);
}

/* May what follows from an op be done without a message?  It is not to overtake
 * what is delayed already. */
static inline bool
ocr_direct_follows(struct ocr_runtime *rt)
{
	return ocr_opq_is_empty(&ocr_self->delayed) &&
	       !ocr_direct_by_message(rt);
}

/* The same before an op: does what follows from it come next?  Inside of no
 * other, nothing is kept or delayed. */
static inline bool
ocr_direct_is_next(struct ocr_runtime *rt)
{
	return !ocr_self->depth && !ocr_direct_by_message(rt);
}

/* The same inside of an op that has nothing else to do: nor may the caller have
 * been called for what is kept, since that would nest.  An observer is to see
 * it kept. */
static inline bool
ocr_direct_is_last(struct ocr_runtime *rt)
{
	const struct ocr_worker *w = ocr_self;

	return w->depth == 1 && !w->follows && !rt->observer &&
	       !ocr_direct_by_message(rt);
}

#endif
