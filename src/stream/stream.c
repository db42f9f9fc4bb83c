/* SPDX-License-Identifier: BSD-3-Clause */
/* stream.c - order, deferral and fences of one task's ops. */
#include "src/stream/stream.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/fail.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/stream/dispatch.h"
#include "src/stream/rider.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void
on_confirm(struct ocr_confirm *c)
{
	struct ocr_stream *s =
		(struct ocr_stream *)(void *)((char *)c -
					      offsetof(struct ocr_stream,
						       confirm));

	struct ocr_runtime *rt = s->rt;

	ocr_ledger_settle(&s->owed, s->awaited);
	OCR_OBSERVE(s->rt, go_on, s, true);
	ocr_stream_resume(s);
	/* s may belong to another task by now. */
	ocr_run_delayed(rt);
}

void
ocr_stream_init(struct ocr_stream *s, struct ocr_runtime *rt)
{
	ocr_stream_renew(s);
	s->queue.head = s->queue.tail = NULL;
	s->confirm.fn = on_confirm;
	s->ways = 0;
	s->untold = NULL;
	s->rt = rt;
}

void
ocr_stream_fini(struct ocr_stream *s)
{
	ocr_opq_clear(&s->queue);
}

static void
set_state(struct ocr_stream *s, enum ocr_stream_state to)
{
	/* pairs with ocr_stream_submit() */
	atomic_store_explicit(&s->state, to, memory_order_release);
}

/* The creation of a task that op is or holds, or NULL. */
static struct ocr_msg_create_edt *
task_creation(struct ocr_op *op)
{
	if (op->type == OCR_MSG_CREATE_LABELED)
		op = (void *)((struct ocr_msg_create_labeled *)(void *)op)
			     ->creation;
	return op->type == OCR_MSG_CREATE_EDT ? (void *)op : NULL;
}

/* The code of a task, and what it inherits, is looked up when its creation
 * leaves the stream: by then its template exists, and a destruction that comes
 * later in any order that the program can enforce is still behind us.  With
 * `waiter`, that stream is resumed when the template has come.  0 or -errno. */
static int
resolve(struct ocr_stream *s, struct ocr_op *op, struct ocr_stream *waiter)
{
	struct ocr_msg_create_edt *m = task_creation(op);
	ocrHint_t of_template, *h = NULL;
	int err;

	if (!m || m->code.module)
		return 0;
	if (m->flags & OCR_EDT_HINTS)
		h = &of_template;
	err = s->rt->hooks->resolve(s->rt, m->tmpl, &m->code, h, waiter);
	if (!err && h)
		ocr_hint_inherit(ocr_msg_edt_hint(m), h);
	return err;
}

/* Somebody answers it when it is done. */
static bool
is_answered(const struct ocr_op *op)
{
	return op->type == OCR_MSG_PARTITION || op->type == OCR_MSG_SPREAD;
}

/* One answer more will come. */
static void
promise(struct ocr_stream *s, const struct ocr_op *op)
{
	struct ocr_debt *d = ocr_ledger_open(&s->owed, OCR_NODE_NONE);

	if (!d->seq) {
		/* All answers before have come: nobody else looks. */
		s->n_answers = 0;
		s->awaits_answers = false;
	}
	d->seq++;
	d->spread |= op->type == OCR_MSG_SPREAD;
}

/* Sends or applies.  A local op may end the task, and the stream with it. */
static inline __attribute__((always_inline)) int
perform(struct ocr_stream *s, ocr_node_t to, const struct ocr_op *op)
{
	struct ocr_runtime *rt = s->rt;
	uint64_t ahead;

	OCR_OBSERVE(rt, leave, s, rt->self, to, op);
	if (__builtin_expect(is_answered(op), 0))
		promise(s, op);
	if (to == rt->self)
		return ocr_apply(rt, op);
	ahead = ocr_dispatch_departs(rt, to, op);
	ocr_ledger_owe(&s->owed, rt, to,
		       ahead ? ahead : ocr_rider_send(rt, to, op), op);
	return 0;
}

/* Have so many answers come?  If not, who brings the last resumes. */
static bool
has_answers(struct ocr_stream *s, uint64_t n)
{
	bool all;

	ocr_lock(&s->lock, OCR_LOCK_STREAM);
	all = s->n_answers == n;
	s->awaits_answers = !all;
	ocr_unlock(&s->lock, OCR_LOCK_STREAM);
	return all;
}

static bool
is_settled(struct ocr_stream *s, const struct ocr_debt *d)
{
	if (d->node == OCR_NODE_NONE)
		return has_answers(s, d->seq);
	return ocr_fabric_confirm(s->rt->fabric, d->node, d->seq, &s->confirm);
}

/* False: the drainer must leave; somebody resumes the stream. */
static bool
fence(struct ocr_stream *s, ocr_node_t to, const struct ocr_op *op)
{
	struct ocr_debt d;
	uint32_t i;

	while ((i = ocr_ledger_obstacle(&s->owed, s->rt, to, op)) !=
	       OCR_LEDGER_NOTHING) {
		ocr_ledger_demand(&s->owed, s->rt, to, i);
		d = s->owed.debts[i];
		s->awaited = i;
		/* From the call on the callback may run, on any thread. */
		OCR_OBSERVE(s->rt, wait, s, d.node);
		set_state(s, OCR_STREAM_WAITING);
		if (!is_settled(s, &d))
			return false;
		OCR_OBSERVE(s->rt, go_on, s, false);
		set_state(s, OCR_STREAM_DRAINING);
		ocr_ledger_settle(&s->owed, i);
	}
	return true;
}

/* 0: the op is complete.  -EINPROGRESS: as fence.  Else: it is lost. */
static int
complete(struct ocr_stream *s, struct ocr_op *op)
{
	int err = resolve(s, op, NULL);
	ocrGuid_t tmpl;
	char text[OCR_GUID_TEXT];

	if (err == -EINPROGRESS) {
		set_state(s, OCR_STREAM_WAITING);
		err = resolve(s, op, s);
		if (err == -EINPROGRESS)
			return err;
		set_state(s, OCR_STREAM_DRAINING);
	}
	if (err) {
		tmpl = task_creation(op)->tmpl;
		ocr_fail(s->rt, "a task is created from %s, %s",
			 ocr_guid_text(tmpl, text),
			 err == -ENOMEM ? "which there is no memory to know"
					: "which does not exist (any more)");
	}
	return err;
}

static struct ocr_op *
head(struct ocr_stream *s, ocr_node_t *to)
{
	struct ocr_op *op;

	ocr_lock(&s->lock, OCR_LOCK_STREAM);
	op = ocr_opq_peek(&s->queue, to);
	if (!op) {
		ocr_opq_clear(&s->queue);
		set_state(s, OCR_STREAM_FLOWING);
	}
	/* The stream may be gone here when it flows again: its memory is
	 * type-stable, and the lock is never initialised anew. */
	ocr_unlock(&s->lock, OCR_LOCK_STREAM);
	return op;
}

static void
pop(struct ocr_stream *s)
{
	ocr_lock(&s->lock, OCR_LOCK_STREAM);
	ocr_opq_pop(&s->queue);
	ocr_unlock(&s->lock, OCR_LOCK_STREAM);
}

/* The last op: the stream ends inside its handler. */
static void
perform_last(struct ocr_stream *s, const struct ocr_op *op)
{
	struct ocr_msg_task m;

	memcpy(&m, op, sizeof(m));
	ocr_opq_clear(&s->queue);
	OCR_OBSERVE(s->rt, leave, s, s->rt->self, s->rt->self, &m.op);
	ocr_apply(s->rt, &m.op);
}

/* With OCR_LABEL_CHECK it is the body that waits. */
static bool
awaits_answer(const struct ocr_op *op)
{
	return op->type == OCR_MSG_CREATE_LABELED &&
	       ((const struct ocr_msg_create_labeled *)(const void *)op)->how ==
		       OCR_LABEL_BLOCK;
}

/* The first op of the queue, after which the stream waits.  When the answer
 * comes, which may be in here, somebody else drains, or has ended the task. */
static void
perform_awaited(struct ocr_stream *s, ocr_node_t to, const struct ocr_op *op)
{
	struct ocr_runtime *rt = s->rt;
	struct ocr_op *copy = malloc(op->len_bytes);
	const struct ocr_msg_create_labeled *m;
	int err;

	if (!copy) {
		ocr_fail_memory(rt, NULL);
		return;
	}
	memcpy(copy, op, op->len_bytes);
	m = (const void *)copy;
	pop(s);
	OCR_OBSERVE(rt, leave, s, rt->self, to, copy);
	s->awaited = OCR_STREAM_AWAITS_LABEL;
	s->label = m->label;
	s->wait = m->wait;
	set_state(s, OCR_STREAM_WAITING);
	if (to != rt->self) {
		/* No debt: the answer says that it has been handled. */
		ocr_fabric_send(rt->fabric, to, copy);
	} else {
		err = ocr_apply(rt, copy);
		if (err)
			ocr_dispatch_report(rt, rt->self, copy, err);
	}
	free(copy);
}

/* Drops an op whose object there is not. */
static bool
skip(struct ocr_stream *s)
{
	if (__builtin_expect(!s->skip, 1))
		return false;
	s->skip--;
	OCR_OBSERVE(s->rt, skip, s);
	return true;
}

static void
drain(struct ocr_stream *s)
{
	struct ocr_op *op;
	ocr_node_t to;
	int err;

	while ((op = head(s, &to))) {
		if (skip(s)) {
			pop(s);
			continue;
		}
		if (!fence(s, to, op))
			return;
		err = complete(s, op);
		if (err == -EINPROGRESS)
			return;
		if (op->type == OCR_MSG_TASK_END) {
			perform_last(s, op);
			return;
		}
		if (!err && awaits_answer(op)) {
			perform_awaited(s, to, op);
			return;
		}
		if (!err)
			err = perform(s, to, op);
		if (err)
			ocr_dispatch_report(s->rt, s->rt->self, op, err);
		pop(s);
	}
}

/* Answers that have come while the stream flowed: what was refused here, or
 * found no lease, must not make a later call find out less. */
static void
forget_answered(struct ocr_stream *s)
{
	struct ocr_debt *d = ocr_ledger_find(&s->owed, OCR_NODE_NONE);
	bool all;

	if (!d)
		return;
	ocr_lock(&s->lock, OCR_LOCK_STREAM);
	all = s->n_answers == d->seq;
	ocr_unlock(&s->lock, OCR_LOCK_STREAM);
	if (all)
		ocr_ledger_settle(&s->owed, (uint32_t)(d - s->owed.debts));
}

/* It owes something, but may op leave? */
static __attribute__((noinline)) bool
owes_nothing(struct ocr_stream *s, ocr_node_t to, const struct ocr_op *op)
{
	forget_answered(s);
	return ocr_ledger_obstacle(&s->owed, s->rt, to, op) ==
	       OCR_LEDGER_NOTHING;
}

/* Neither has code to be found, nor an answer to be waited for. */
static inline bool
is_whole(const struct ocr_op *op)
{
	if (op->type == OCR_MSG_CREATE_EDT)
		return ((const struct ocr_msg_create_edt *)(const void *)op)
			->code.module;
	return op->type != OCR_MSG_CREATE_LABELED;
}

/* A creation, which can wait for an answer, or for a template to be known. */
static __attribute__((noinline)) bool
is_whole_now(struct ocr_stream *s, struct ocr_op *op)
{
	return !awaits_answer(op) && !resolve(s, op, NULL);
}

static inline bool
is_clear(struct ocr_stream *s, ocr_node_t to, struct ocr_op *op)
{
	/* Only then nobody else touches what the stream owes. */
	if (!ocr_stream_flows(s))
		return false;
	if (s->owed.n && !ocr_stream_owes_there(s, to) &&
	    !owes_nothing(s, to, op))
		return false;
	return __builtin_expect(is_whole(op), 1) || is_whole_now(s, op);
}

bool
ocr_stream_is_clear(struct ocr_stream *s, ocr_node_t to, struct ocr_op *op)
{
	ocr_stream_tell(s);
	return is_clear(s, to, op);
}

bool
ocr_stream_awaits_label(const struct ocr_stream *s, ocrGuid_t label,
			uint64_t wait)
{
	/* pairs with perform_awaited() */
	return atomic_load_explicit(&s->state, memory_order_acquire) ==
		       OCR_STREAM_WAITING &&
	       s->awaited == OCR_STREAM_AWAITS_LABEL && s->wait == wait &&
	       ocr_guid_eq(s->label, label);
}

void
ocr_stream_label_done(struct ocr_stream *s, uint32_t n)
{
	s->awaited = 0;
	s->skip = n;
	ocr_stream_resume(s);
}

/* Behind what the stream does not do now. */
static __attribute__((noinline)) void
put_by(struct ocr_stream *s, ocr_node_t to, const struct ocr_op *op)
{
	bool mine = false;

	ocr_lock(&s->lock, OCR_LOCK_STREAM);
	ocr_opq_push(&s->queue, to, op);
	if (atomic_load_explicit(&s->state, memory_order_relaxed) ==
	    OCR_STREAM_FLOWING) {
		set_state(s, OCR_STREAM_DRAINING);
		mine = true;
	}
	ocr_unlock(&s->lock, OCR_LOCK_STREAM);
	if (mine)
		drain(s);
}

static int
submit(struct ocr_stream *s, ocr_node_t to, struct ocr_op *op)
{
	OCR_OBSERVE(s->rt, issue, s, op);
	if (is_clear(s, to, op))
		return skip(s) ? 0 : perform(s, to, op);
	put_by(s, to, op);
	return 0;
}

void
ocr_stream_tell_all(struct ocr_stream *s)
{
	if (s->untold == OCR_STREAM_UNTOLD_TASK)
		ocr_rider_tell(s);
	else
		s->rt->hooks->tell(s);
}

int
ocr_stream_submit(struct ocr_stream *s, ocr_node_t to, struct ocr_op *op)
{
	/* The stream of a task may be gone afterwards. */
	bool eager = s->ways & OCR_STREAM_EAGER;
	int err;

	ocr_stream_tell(s);
	err = submit(s, to, op);

	if (__builtin_expect(eager, 0) && s->rt->fabric)
		ocr_fabric_flush(s->rt->fabric);
	return err;
}

void
ocr_stream_answered(struct ocr_stream *s)
{
	bool last;

	ocr_lock(&s->lock, OCR_LOCK_STREAM);
	s->n_answers++;
	last = s->awaits_answers &&
	       s->n_answers == s->owed.debts[s->awaited].seq;
	if (last)
		s->awaits_answers = false;
	ocr_unlock(&s->lock, OCR_LOCK_STREAM);
	if (!last)
		return;
	ocr_ledger_settle(&s->owed, s->awaited);
	OCR_OBSERVE(s->rt, go_on, s, true);
	ocr_stream_resume(s);
}

void
ocr_stream_resume(struct ocr_stream *s)
{
	set_state(s, OCR_STREAM_DRAINING);
	drain(s);
}
