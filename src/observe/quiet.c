/* SPDX-License-Identifier: BSD-3-Clause */
/* quiet.c - see quiet.h; the waves are drawn in doc/change/PROTOCOL.md, 4.7. */
#include "src/observe/quiet.h"

#include "fabric/clock.h"
#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/observe/stuck.h"
#include "src/observe/watch.h"
#include "src/sched/sched.h"
#include "src/stream/dispatch.h"

#include <errno.h>

/* Node 0 asks after it had nothing to do for so long; twice as long after each
 * time in vain. */
#define FIRST_DELAY_MS 100
#define MOST_DELAY_MS  1000

/* The packets of the last wave have to leave before the next is begun. */
#define RETRY_MS 10

/* A report takes some milliseconds, on a large job some more.  Who cannot
 * answer says so before node 0 gives up. */
#define REPORT_MS 10000
#define ANSWER_MS 5000

/* No sum of ops: the next wave has none before it. */
#define NO_SUM UINT64_MAX

struct counts {
	uint64_t sent, handled;
};

void
ocr_quiet_init(struct ocr_quiet *q)
{
	q->before = NO_SUM;
	q->delay_ms = FIRST_DELAY_MS;
}

static bool
is_over(struct ocr_runtime *rt)
{
	return atomic_load_explicit(&rt->ending, memory_order_acquire) ||
	       atomic_load_explicit(&rt->end_asked, memory_order_acquire);
}

/* -- A report that does not end --------------------------------------------
 *
 * Nobody may wait for it for ever, whatever is wrong.
 */

void
ocr_quiet_begin_report(struct ocr_runtime *rt)
{
	atomic_store_explicit(&rt->watch->quiet.due_ms,
			      ocr_clock_ms() +
				      (rt->self ? ANSWER_MS : REPORT_MS),
			      memory_order_relaxed);
}

/* So long the report may still take; -1: there is none. */
static int
left_ms(const struct ocr_quiet *q)
{
	int64_t due = atomic_load_explicit(&q->due_ms, memory_order_relaxed);
	int64_t left = due - ocr_clock_ms();

	return !due ? -1 : left > 0 ? (int)left : 0;
}

/* One word of this is enough. */
static void
forget_report(struct ocr_quiet *q)
{
	atomic_store_explicit(&q->due_ms, 0, memory_order_relaxed);
}

/* Node 0 waits for this node.  Returns how long to sleep at most. */
static int
cannot_answer(struct ocr_runtime *rt, const char *why)
{
	int left = left_ms(&rt->watch->quiet);

	if (left)
		return left;
	forget_report(&rt->watch->quiet);
	ocr_log_note(rt->self, "  this node does not answer node 0: %s", why);
	return -1;
}

/* The counts of this node at a moment when it rested.  0; -EBUSY: workers are
 * awake; -EAGAIN: the network has not done all that it was asked for. */
static int
read_counts(struct ocr_runtime *rt, struct counts *c)
{
	struct ocr_quiet *q = &rt->watch->quiet;
	struct ocr_fabric_stats s;
	uint64_t before, after;

	if (!ocr_idle_rests(rt, &before))
		return -EBUSY;
	if (!ocr_fabric_is_idle(rt->fabric) || ocr_fabric_awaits(rt->fabric))
		return -EAGAIN;
	ocr_fabric_get_stats(rt->fabric, &s);
	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	c->sent = s.ops_sent - q->own_sent;
	c->handled = s.ops_handled - q->own_handled;
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	return ocr_idle_rests(rt, &after) && before == after ? 0 : -EBUSY;
}

static void
send(struct ocr_runtime *rt, ocr_node_t to, uint16_t type, uint64_t wave,
     const struct counts *c)
{
	struct ocr_msg_quiet m = {
		.op = OCR_OP(type, struct ocr_msg_quiet),
		.none = NULL_GUID,
		.wave = wave,
		.sent = c->sent,
		.handled = c->handled,
	};

	ocr_dispatch_send(rt, to, &m.op);
}

/* -- All nodes: a wave goes down the tree of node 0, and sums come up --------
 */

/* c begins the sums. */
static void
enter_wave_locked(struct ocr_runtime *rt, uint64_t wave, const struct counts *c)
{
	struct ocr_quiet *q = &rt->watch->quiet;

	q->wave = wave;
	q->missing = rt->tree.n;
	q->heard = 0;
	q->sent = c->sent;
	q->handled = c->handled;
	q->own_sent += q->missing;
}

static void
ask_children(struct ocr_runtime *rt, uint64_t wave)
{
	static const struct counts none;

	for (uint32_t i = 0; i < rt->tree.n; i++)
		send(rt, ocr_tree_child(&rt->tree, i), OCR_MSG_QUIET_ASK, wave,
		     &none);
}

static void
note_heard_locked(struct ocr_runtime *rt, ocr_node_t from)
{
	for (uint32_t i = 0; i < rt->tree.n && i < 64; i++)
		if (ocr_tree_child(&rt->tree, i) == from)
			rt->watch->quiet.heard |= UINT64_C(1) << i;
}

int
ocr_quiet_on_tell(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_quiet *m = (const void *)op;
	struct ocr_quiet *q = &rt->watch->quiet;
	bool last = false;
	int err = 0;

	if (!ocr_tree_has_child(&rt->tree, from))
		return -EINVAL;
	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	q->own_handled++;
	if (m->wave == q->wave && q->missing) {
		q->sent += m->sent;
		q->handled += m->handled;
		note_heard_locked(rt, from);
		last = !--q->missing;
	} else if (!q->is_partial) {
		err = -EINVAL;
	}
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	/* The watcher may be another thread, and sleep until all have told. */
	if (last)
		ocr_fabric_interrupt(rt->fabric);
	return err;
}

/* -- All nodes but 0 --------------------------------------------------------
 */

/* True: all below have answered; c gets the sums. */
static bool
leave_wave(struct ocr_quiet *q, struct counts *c, uint64_t *wave)
{
	bool all;

	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	all = !q->missing;
	if (all) {
		c->sent += q->sent;
		c->handled += q->handled;
		*wave = q->wave;
		q->own_sent++;
		atomic_store_explicit(&q->wanted, false, memory_order_relaxed);
	}
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	return all;
}

static int
answer(struct ocr_runtime *rt)
{
	struct ocr_quiet *q = &rt->watch->quiet;
	struct counts c;
	uint64_t wave;
	int err;

	if (!atomic_load_explicit(&q->wanted, memory_order_relaxed))
		return -1;
	err = read_counts(rt, &c);
	/* Workers say when they are done: ocr_quiet_last(). */
	if (err == -EBUSY)
		return cannot_answer(rt, "its workers do not rest");
	if (err) {
		cannot_answer(rt, "its network is busy");
		return RETRY_MS;
	}
	if (!leave_wave(q, &c, &wave))
		return cannot_answer(rt, "nodes below it do not answer");
	send(rt, rt->tree.parent, OCR_MSG_QUIET_TELL, wave, &c);
	ocr_fabric_flush(rt->fabric);
	return -1;
}

int
ocr_quiet_on_ask(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	static const struct counts none;
	const struct ocr_msg_quiet *m = (const void *)op;
	struct ocr_quiet *q = &rt->watch->quiet;
	bool is_new;

	if (from != rt->tree.parent)
		return -EINVAL;
	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	q->own_handled++;
	is_new = m->wave > q->wave;
	if (is_new) {
		enter_wave_locked(rt, m->wave, &none);
		/* Pairs with ocr_quiet_last(): either it sees the question,
		 * or we, who look again before we sleep, see it asleep. */
		atomic_store_explicit(&q->wanted, true, memory_order_seq_cst);
	}
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	if (is_new)
		ask_children(rt, m->wave);
	return 0;
}

/* -- Node 0 -----------------------------------------------------------------
 */

/* All have answered.  True: for the second time, and nothing has moved. */
static bool
close_wave_locked(struct ocr_quiet *q)
{
	bool balanced = q->sent == q->handled;
	bool quiet = balanced && q->sent == q->before;

	q->under_way = false;
	/* Of a stuck job only the report moves, and not for long. */
	q->hurry = !quiet && (balanced || q->stage);
	q->before = balanced && !quiet ? q->sent : NO_SUM;
	return quiet;
}

/* The next look can wait, and longer than this one did. */
static void
take_time(struct ocr_quiet *q)
{
	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	q->hurry = false;
	q->before = NO_SUM;
	q->delay_ms = 2 * q->delay_ms < MOST_DELAY_MS ? 2 * q->delay_ms
						      : MOST_DELAY_MS;
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
}

static void
begin_wave(struct ocr_runtime *rt, const struct counts *c)
{
	struct ocr_quiet *q = &rt->watch->quiet;
	uint64_t wave;

	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	wave = q->wave + 1;
	q->under_way = true;
	q->hurry = false;
	enter_wave_locked(rt, wave, c);
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	ask_children(rt, wave);
	ocr_fabric_flush(rt->fabric);
}

/* Nothing moves, on any node. */
static void
on_quiet(struct ocr_runtime *rt)
{
	struct ocr_quiet *q = &rt->watch->quiet;
	uint32_t stage;

	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	stage = q->stage++;
	q->hurry = true;
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	if (!stage)
		ocr_quiet_begin_report(rt);
	ocr_stuck_stage(rt, stage);
}

/* Who has not answered; what they would have told is not in the report. */
static void
say_missing(struct ocr_runtime *rt, uint64_t heard)
{
	if (heard == UINT64_MAX)
		ocr_log_note(rt->self, "  this node, or what is on its way, "
				       "does not come to rest: what follows "
				       "may not be all");
	for (uint32_t i = 0; i < rt->tree.n && i < 64; i++)
		if (!(heard >> i & 1))
			ocr_log_note(rt->self,
				     "  node %u does not answer: what follows "
				     "may not be all",
				     ocr_tree_child(&rt->tree, i));
}

/* True: some have not answered in time, and the next stage has begun without
 * them. */
static bool
goes_on_late(struct ocr_runtime *rt)
{
	struct ocr_quiet *q = &rt->watch->quiet;
	uint64_t heard = UINT64_MAX;
	uint32_t stage;

	if (left_ms(q))
		return false;
	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	stage = q->stage++;
	if (q->under_way && q->missing)
		heard = q->heard;
	q->under_way = false;
	q->is_partial = true;
	q->hurry = true;
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	say_missing(rt, heard);
	ocr_quiet_begin_report(rt);
	ocr_stuck_stage(rt, stage);
	return true;
}

/* True: the wave is complete, or there is none. */
static bool
close_wave(struct ocr_quiet *q, bool *quiet, bool *hurry)
{
	bool closed;

	*quiet = false;
	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	closed = !q->under_way || !q->missing;
	if (q->under_way && closed)
		*quiet = close_wave_locked(q);
	*hurry = q->hurry;
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	return closed;
}

static int
lead(struct ocr_runtime *rt, bool rested)
{
	struct ocr_quiet *q = &rt->watch->quiet;
	bool quiet, hurry;
	struct counts c;
	int err;

	if (goes_on_late(rt))
		return RETRY_MS;
	if (!close_wave(q, &quiet, &hurry))
		return left_ms(q);
	if (quiet) {
		on_quiet(rt);
		return RETRY_MS;
	}
	if (!hurry && !rested)
		return (int)q->delay_ms;
	err = read_counts(rt, &c);
	if (!err) {
		if (!hurry)
			take_time(q);
		begin_wave(rt, &c);
		return -1;
	}
	if (hurry && (err == -EAGAIN || q->stage))
		return RETRY_MS;
	take_time(q);
	return (int)q->delay_ms;
}

/* -- When a thread lies down ------------------------------------------------
 */

int
ocr_quiet_look(struct ocr_runtime *rt, bool rested)
{
	if (is_over(rt))
		return -1;
	return rt->self ? answer(rt) : lead(rt, rested);
}

/* The job is this node: no wave is needed. */
static void
look_alone(struct ocr_runtime *rt)
{
	struct ocr_quiet *q = &rt->watch->quiet;
	uint64_t stamp;
	bool first;

	if (is_over(rt) || !ocr_idle_rests(rt, &stamp))
		return;
	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	/* Two may find it at once; the other reads what the first wrote. */
	first = !q->stage;
	if (first)
		q->stage = OCR_STUCK_STAGES;
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	for (uint32_t i = 0; first && i < OCR_STUCK_STAGES; i++)
		ocr_stuck_stage(rt, i);
}

void
ocr_quiet_last(struct ocr_runtime *rt)
{
	uint64_t stamp;

	if (!rt->fabric)
		look_alone(rt);
	/* Pairs with ocr_quiet_on_ask(). */
	else if (atomic_load_explicit(&rt->watch->quiet.wanted,
				      memory_order_seq_cst) &&
		 ocr_idle_rests(rt, &stamp))
		ocr_fabric_interrupt(rt->fabric);
}
