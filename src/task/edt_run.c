/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_run.c - a task runs, and its last ops follow it.
 *
 * The end of a task is ops of its own stream, so it comes after everything
 * that the body asked for, however long that is deferred:
 *
 *   plain task    RELEASE of each block, SATISFY of the output event, TASK_END
 *   finish task   RELEASE of each block, SCOPE_LEAVE of its own scope;
 *                 when the scope is done: SATISFY, TASK_END
 *                 (with OCR_EDT_RESULT the event gets what the body returned)
 */
#include "src/task/edt.h"

#include "fabric/log.h"
#include "fabric/seldom.h"
#include "src/base/fail.h"
#include "src/base/hooks.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/view.h"
#include "src/event/event.h"
#include "src/names/names.h"
#include "src/sched/tally.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"
#include "src/task/creator.h"
#include "src/task/edt_life.h"
#include "src/task/edt_whole.h"
#include "src/task/scope.h"
#include "src/task/share.h"
#include "src/task/tasks.h"
#include "src/task/who.h"

#include <errno.h>

static __attribute__((cold, noinline)) void
report_output(const struct ocr_edt *t, ocrGuid_t data, int err)
{
	struct ocr_msg_satisfy m = {
		.op = OCR_OP(OCR_MSG_SATISFY, struct ocr_msg_satisfy),
		.event = t->output,
		.data = data,
	};

	ocr_dispatch_report(t->rt, t->rt->self, &m.op, err);
}

/* Slot 0 of the output event: of a latch that is the one that counts down. */
static void
satisfy_output(struct ocr_edt *t, ocrGuid_t data)
{
	int err = 0;

	if (ocr_guid_kind(t->output) == OCR_GUID_EVENT_LATCH)
		data = NULL_GUID;
	ocr_self->parting = !t->scope;
	/* Or its event could not be made, and is none any more. */
	if (!t->whole ||
	    !(ocr_edt_whole_tell(t, data) || ocr_guid_is_null(t->output)))
		err = ocr_event_satisfy(&t->now->stream, t->output, data, 0);
	ocr_self->parting = false;
	if (__builtin_expect(err, 0))
		report_output(t, data, err);
}

/* The body returned an event: the output event follows it. */
static void
link_output(struct ocr_edt *t, ocrGuid_t event)
{
	struct ocr_msg_add_dep m = {
		.op = OCR_OP(OCR_MSG_ADD_DEP, struct ocr_msg_add_dep),
		.event = event,
		.dest = t->output,
		.mode = DB_DEFAULT_MODE,
	};
	int err;

	if (!ocr_guid_is_null(t->output))
		ocr_edt_be_found(t);
	if (ocr_guid_is_null(t->output))
		return;
	err = ocr_event_add_dep(
		&t->now->stream, event,
		&(struct ocr_waiter){t->output, 0, DB_DEFAULT_MODE});
	if (!err)
		return;
	ocr_dispatch_report(t->rt, t->rt->self, &m.op, err);
	satisfy_output(t, NULL_GUID);
}

/* Nobody can reach it any more. */
static inline void
end_named(struct ocr_worker *w, struct ocr_edt *t)
{
	ocrGuid_t g = ocr_edt_guid(t);
	bool named;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	ocr_guid_cell_clear(&t->name);
	ocr_edt_set_state(t, OCR_EDT_GONE);
	named = !t->unnamed;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (named)
		ocr_edt_bury(t, g);
	ocr_edt_recycle(w, t);
}

/* All that it has asked for is done. */
static void
end_task(struct ocr_runtime *rt, struct ocr_edt *t)
{
	struct ocr_scope *scope = t->scope;

	if (t->run.flags & OCR_EDT_CREATOR)
		ocr_creator_end(t);
	if (ocr_edt_ends_unseen(ocr_self, t)) {
		ocr_guid_cell_clear(&t->name);
		ocr_edt_set_state(t, OCR_EDT_GONE);
		ocr_edt_recycle(ocr_self, t);
	} else {
		end_named(ocr_self, t);
	}
	if (scope)
		ocr_scope_leave(rt, scope);
}

#define LAST_OP(t_, type_)                                                     \
	(struct ocr_msg_task)                                                  \
	{                                                                      \
		.op = OCR_OP(type_, struct ocr_msg_task),                      \
		.edt = ocr_edt_guid(t_), .task = (t_),                         \
		.joined = (t_)->scope != NULL,                                 \
	}

/* The body of a finish task leaves its own scope. */
static void
leave_own_scope(struct ocr_edt *t)
{
	struct ocr_runtime *rt = t->rt;

	if (!ocr_direct_ok(&t->now->stream)) {
		ocr_stream_submit(&t->now->stream, rt->self,
				  &LAST_OP(t, OCR_MSG_SCOPE_LEAVE).op);
		return;
	}
	OCR_DIRECT_BEGIN(&t->now->stream, &LAST_OP(t, OCR_MSG_SCOPE_LEAVE).op);
	ocr_scope_leave(rt, t->now->own);
	ocr_direct_end(rt);
}

/* What others wait for leaves before the task is put away.  Without a finish
 * scope nothing follows that could have gone along. */
static void
send_off(const struct ocr_edt *t)
{
	struct ocr_fabric *f = t->rt->fabric;

	if (__builtin_expect(f != NULL, 0) && ocr_fabric_dirty(f) && !t->scope)
		ocr_worker_send_off(ocr_self);
}

/* t may be gone when this returns. */
static __attribute__((noinline)) void
submit_end(struct ocr_edt *t)
{
	struct ocr_runtime *rt = t->rt;

	if (!ocr_direct_ok(&t->now->stream)) {
		if (t->whole)
			ocr_edt_whole_linger(t);
		ocr_stream_submit(&t->now->stream, rt->self,
				  &LAST_OP(t, OCR_MSG_TASK_END).op);
		return;
	}
	OCR_DIRECT_BEGIN(&t->now->stream, &LAST_OP(t, OCR_MSG_TASK_END).op);
	end_task(rt, t);
	ocr_direct_end(rt);
}

/* The block that a body has returned; anything else is reported, and why. */
static ocrGuid_t
only_block(struct ocr_edt *t, ocrGuid_t result, const char *why)
{
	const struct ocr_who self = {.edt = ocr_edt_guid(t),
				     .func = ocr_edt_func(t)};
	char text[OCR_WHO_GUID_TEXT], who[OCR_WHO_TEXT];

	if (ocr_guid_is_null(result) ||
	    (ocr_guid_kind(result) == OCR_GUID_DB &&
	     ocr_owner_of(t->rt, result) < t->rt->size))
		return result;
	ocr_log_error(t->rt->self, "%s returned %s: %s; taken as NULL_GUID",
		      ocr_who_text(&self, who), ocr_who_guid_text(result, text),
		      why);
	if (t->rt->strict)
		t->rt->hooks->mistake(t->rt);
	return NULL_GUID;
}

/* It was meant for somebody, and nobody gets it: OCR 1.1.0, 1.4.2. */
static void
mention_result(const struct ocr_edt *t, ocrGuid_t result)
{
	const struct ocr_who self = {.edt = ocr_edt_guid(t),
				     .func = ocr_edt_func(t)};
	char text[OCR_WHO_GUID_TEXT], who[OCR_WHO_TEXT];

	if (t->rt->strict && !ocr_guid_is_null(result))
		ocr_log_warn(t->rt->self,
			     "%s returned %s: it is a finish task, whose "
			     "output event carries no block, so nobody gets it",
			     ocr_who_text(&self, who),
			     ocr_who_guid_text(result, text));
}

/* A body without a return statement returns anything. */
static bool
is_event(struct ocr_runtime *rt, ocrGuid_t g)
{
	return (ocr_guid_is_single_event(g) ||
		ocr_guid_kind(g) == OCR_GUID_MAPPED) &&
	       ocr_owner_of(rt, g) < rt->size;
}

/* What the body of a finish task returned, until its scope is done. */
static void
keep_result(struct ocr_edt *t, ocrGuid_t result)
{
	if (!(t->run.flags & OCR_EDT_RESULT)) {
		mention_result(t, result);
		return;
	}
	result = only_block(t, result, "ocrLegacySpawnOCR() takes a block");
	t->near[0] = result.upper;
	t->near[1] = result.lower;
}

static ocrGuid_t
kept_result(const struct ocr_edt *t)
{
	if (!(t->run.flags & OCR_EDT_RESULT))
		return NULL_GUID;
	return (ocrGuid_t){t->near[0], t->near[1]};
}

/* A label is free before anybody can hear of the end, and only when that of
 * the output event is as well: who creates the next one creates both. */
static void
free_label(struct ocr_edt *t, ocrGuid_t g)
{
	char text[OCR_GUID_TEXT];
	bool named;
	long late;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	named = ocr_edt_is(t, g) && !t->unnamed &&
		atomic_load_explicit(&t->state, memory_order_relaxed) ==
			OCR_EDT_ENDING;
	if (named)
		t->unnamed = true;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	late = named ? ocr_names_kill(t->rt, g) : 0;
	if (late > 0)
		ocr_log_error(t->rt->self,
			      "%ld operations came too late for %s", late,
			      ocr_guid_text(g, text));
}

void
ocr_edt_output_gone(struct ocr_runtime *rt, ocrGuid_t output)
{
	ocrGuid_t g = output;
	void *obj;

	g.upper &= ~((uint64_t)OCR_GUID_OUTPUT << 48);
	if (!ocr_labels_object(rt->labels, &g, &obj) &&
	    ocr_guid_kind(g) == OCR_GUID_EDT)
		free_label(obj, g);
}

static bool
has_own_output(const struct ocr_edt *t)
{
	return !ocr_guid_is_null(t->output) &&
	       !(t->run.flags & OCR_EDT_OUTPUT_GIVEN);
}

/* What the body has asked for leaves before what it has only read is put away,
 * which takes longer than a packet does, if nothing follows that could have
 * gone along. */
static void
send_ahead(const struct ocr_edt *t)
{
	if (!ocr_guid_is_null(t->output))
		return;
	for (uint32_t i = 0; i < t->held.n; i++)
		if (!t->held.blocks[i].released &&
		    ocr_mode_writes(t->held.blocks[i].mode))
			return;
	send_off(t);
}

/* Its output event hears what the body has returned. */
static inline __attribute__((always_inline)) void
tell_result(struct ocr_edt *t, ocrGuid_t result)
{
	if (!ocr_guid_is_null(result) && is_event(t->rt, result)) {
		link_output(t, result);
		return;
	}
	if (!ocr_guid_is_null(result))
		result = only_block(t, result,
				    "neither a data block nor an event");
	if (!ocr_guid_is_null(t->output))
		satisfy_output(t, result);
}

/* What its end means to others.  False: its scope has not ended. */
static inline __attribute__((always_inline)) bool
tell_end(struct ocr_edt *t, ocrGuid_t result)
{
	if (OCR_SELDOM(ocr_label_is(ocr_edt_guid(t))) && !has_own_output(t))
		free_label(t, ocr_edt_guid(t));
	if (t->held.n)
		send_ahead(t);
	/* Newborn blocks come last: they are told when they are released. */
	for (uint32_t i = t->held.n; i > 0; i--)
		if (!t->held.blocks[i - 1].released)
			ocr_edt_release(t, &t->held.blocks[i - 1]);
	ocr_stream_tell(&t->now->stream);
	if (t->run.flags & OCR_EDT_FINISH) {
		keep_result(t, result);
		leave_own_scope(t);
		return false;
	}
	if (!ocr_guid_is_null(t->output) || !ocr_guid_is_null(result))
		tell_result(t, result);
	return true;
}

/* Does its end say nothing, or nothing but that it is gone?  A label's next
 * object may wait for that. */
static inline bool
ends_alone(const struct ocr_edt *t)
{
	return !(t->run.flags & OCR_EDT_CREATOR) &&
	       (t->hidden || !ocr_label_is(ocr_edt_guid(t)));
}

/* submit_end() where that is a call, of such a task.  False: it is not. */
static inline __attribute__((always_inline)) bool
end_here(struct ocr_worker *w, struct ocr_edt *t, struct ocr_edt_now *now,
	 bool light)
{
	struct ocr_scope *scope = t->scope;
	struct ocr_runtime *rt = t->rt;

	/* What it owes is the drainer's unless it flows. */
	if (!ocr_direct_ok(&now->stream) &&
	    (scope || !ocr_stream_flows(&now->stream) || !now->stream.owed.n ||
	     !ocr_direct_ends(&now->stream)))
		return false;
	if (__builtin_expect(rt->observer != NULL, 0)) {
		if (light)
			OCR_OBSERVE_THREAD(rt, OCR_MOMENT_RETURNED);
		ocr_direct_show(&now->stream, &LAST_OP(t, OCR_MSG_TASK_END).op);
	}
	t->now = NULL;
	ocr_pool_put(&rt->tasks->nows, &w->nows, now);
	if (ocr_edt_ends_unseen(w, t)) {
		ocr_guid_cell_clear(&t->name);
		ocr_edt_set_state(t, OCR_EDT_GONE);
		ocr_edt_release_rest(t);
		ocr_pool_put(&rt->tasks->edts, &w->edts, t);
	} else {
		end_named(w, t);
	}
	if (!scope) {
		OCR_OBSERVE(rt, end);
		return true;
	}
	w->depth++;
	ocr_scope_leave(rt, scope);
	ocr_direct_end(rt);
	return true;
}

static __attribute__((noinline)) void
end_by_message(struct ocr_edt *t, bool light)
{
	if (light) {
		OCR_OBSERVE_THREAD(t->rt, OCR_MOMENT_RETURNED);
		ocr_edt_set_state(t, OCR_EDT_ENDING);
	}
	submit_end(t);
}

static inline __attribute__((always_inline)) void
end_body(struct ocr_worker *w, struct ocr_edt *t, struct ocr_edt_now *now,
	 ocrGuid_t result)
{
	bool light = t->light && !t->held.n && ocr_guid_is_null(result);

	if (!light) {
		OCR_OBSERVE_THREAD(t->rt, OCR_MOMENT_RETURNED);
		ocr_edt_set_state(t, OCR_EDT_ENDING);
		if (!tell_end(t, result))
			return;
	}
	ocr_stream_tell(&now->stream);
	send_off(t);
	if (!((light || ends_alone(t)) && end_here(w, t, now, light)))
		end_by_message(t, light);
}

/* Now, not when the last block has come: tasks that wait for their turn can be
 * many, and in strict mode each pointer is a mapping. */
static void
show_blocks(struct ocr_edt *t)
{
	for (uint32_t i = 0; i < t->depc; i++) {
		ocrEdtDep_t *d = &ocr_edt_depv(t)[i];
		struct ocr_held_block *b =
			ocr_guid_is_null(d->guid) || d->mode == DB_MODE_NULL
				? NULL
				: ocr_held_find(&t->held, d->guid);

		if (!b || !b->block->size)
			d->ptr = NULL;
		else if (OCR_SELDOM(t->rt->strict))
			d->ptr = ocr_view_open(t->rt, ocr_edt_guid(t),
					       ocr_edt_func(t), b);
		else
			d->ptr = b->data;
		d->guid = ocr_mapped_shown(d->guid);
	}
}

/* Of a task that is not what a program has made here. */
static __attribute__((noinline)) ocrGuid_t
run_other(struct ocr_edt *t)
{
	if (t->run.flags & OCR_EDT_CREATOR)
		ocr_creator_run(t);
	else if (t->run.flags & OCR_EDT_LEAVES)
		ocr_share_run(t);
	else
		return ocr_share_call(t);
	return NULL_GUID;
}

static inline ocrGuid_t
run_body(struct ocr_edt *t)
{
	return __builtin_expect(t->run.flags & (OCR_EDT_CREATOR |
						OCR_EDT_LEAVES | OCR_EDT_MOVED),
				0)
		       ? run_other(t)
		       : ocr_edt_call(t);
}

/* The lock of its stream is never initialised anew: see stream.c. */
static inline struct ocr_edt_now *
begin_now(struct ocr_worker *w, struct ocr_edt *t)
{
	struct ocr_edt_now *now = ocr_pool_get(&t->rt->tasks->nows, &w->nows);

	if (__builtin_expect(!now, 0))
		return NULL;
	if (__builtin_expect(!now->stream.rt, 0))
		ocr_stream_init(&now->stream, t->rt);
	ocr_stream_renew(&now->stream);
	now->own = NULL;
	now->edt = t;
	t->now = now;
	if (t->run.flags & OCR_EDT_FINISH) {
		now->own = &now->scope;
		ocr_scope_open(t->rt, now->own, t);
	}
	return now;
}

/* Somebody wants to know of it. */
static __attribute__((cold, noinline)) void
tell_begin(struct ocr_worker *w, const struct ocr_edt *t,
	   struct ocr_edt_now *now)
{
	/* pairs with who sets OCR_TELLS_TALLY */
	struct ocr_tally *tally =
		atomic_load_explicit(&w->tally, memory_order_acquire);

	OCR_OBSERVE(t->rt, task, ocr_edt_guid(t), &now->stream);
	if (tally && ocr_edt_func(t) &&
	    !(t->run.flags & (OCR_EDT_CREATOR | OCR_EDT_LEAVES)) &&
	    atomic_load_explicit(&t->rt->tells, memory_order_relaxed) &
		    OCR_TELLS_TALLY)
		ocr_tally_add(tally, ocr_edt_func(t), 1);
}

void
ocr_edt_run(struct ocr_worker *w, struct ocr_runnable *run)
{
	struct ocr_edt *t =
		(struct ocr_edt *)(void *)run; /* its first member */
	struct ocr_edt_now *now = begin_now(w, t);
	ocrGuid_t result;

	if (__builtin_expect(!now, 0)) {
		/* The worker that made it had it, and this one not. */
		ocr_fail(t->rt, "no memory to run a task");
		return;
	}
	ocr_edt_set_state(t, OCR_EDT_RUNNING);
	ocr_scope_turn_to(w, t->scope);
	show_blocks(t);
	if (__builtin_expect(atomic_load_explicit(&t->rt->tells,
						  memory_order_relaxed) != 0,
			     0))
		tell_begin(w, t, now);
	ocr_worker_set_task(w, t);
	result = run_body(t);
	ocr_worker_set_task(w, NULL);
	w->inherits = true;
	end_body(w, t, now, result);
	w->inherits = false;
}

int
ocr_edt_on_scope_done(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op)
{
	const struct ocr_msg_task *m = (const void *)op;
	struct ocr_edt *t = m->task;

	(void)rt;
	(void)from;
	t->now->own = NULL;
	if (!ocr_guid_is_null(t->output))
		satisfy_output(t, kept_result(t));
	submit_end(t);
	return 0;
}

int
ocr_edt_on_end(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	(void)from;
	end_task(rt, ((const struct ocr_msg_task *)(const void *)op)->task);
	return 0;
}
