/* SPDX-License-Identifier: BSD-3-Clause */
/* pause.c - see pause.h. */
#include "src/task/pause.h"

#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/sched/sched.h"
#include "src/sched/wait.h"
#include "src/sched/worker.h"
#include "src/stream/stream.h"
#include "src/task/edt.h"
#include "src/task/edt_whole.h"
#include "src/task/tasks.h"
#include "src/task/who.h"

#include <stdlib.h>

/* Not on the stack of the body that waits: at the end of a job those go when
 * their threads do. */
struct ocr_pause_asker {
	struct ocr_edt *task;
	ocrGuid_t guid;
	uint64_t number; /* of its question */
	struct ocr_pause_asker *next;
};

/* Nobody starts a task from here on; `t` learns when all others have ended. */
static void
close_locked(struct ocr_runtime *rt, const struct ocr_pause_asker *a)
{
	struct ocr_pause *p = &rt->tasks->pause;

	p->state = OCR_PAUSE_ASKED;
	p->owner = a->task;
	p->guid = a->guid;
	p->func = ocr_edt_func(a->task);
	p->number = a->number;
	if (!++p->n_closed)
		p->n_closed = 1;
	atomic_store_explicit(&rt->sched->gate.missing, rt->sched->n_workers,
			      memory_order_relaxed);
	/* pairs with ocr_worker_step() and ocr_sched_has_work_for() */
	atomic_store_explicit(&rt->sched->gate.closed, p->n_closed,
			      memory_order_release);
}

static void
open_locked(struct ocr_runtime *rt)
{
	struct ocr_pause *p = &rt->tasks->pause;

	p->state = OCR_PAUSE_OFF;
	p->owner = NULL;
	p->guid = NULL_GUID;
	atomic_store_explicit(&rt->sched->gate.missing, 0,
			      memory_order_relaxed);
	atomic_store_explicit(&rt->sched->gate.closed, 0, memory_order_release);
}

static void
wake_workers(struct ocr_runtime *rt)
{
	if (rt->sched->threaded)
		ocr_idle_wake_all(rt->sched);
}

static void
queue_locked(struct ocr_pause *p, struct ocr_pause_asker *a)
{
	if (p->last)
		p->last->next = a;
	else
		p->first = a;
	p->last = a;
}

/* True: the question of `a` will be answered.  It is kept only if others are
 * before it. */
static bool
ask(struct ocr_runtime *rt, struct ocr_pause_asker *a, bool waits, bool *kept)
{
	struct ocr_pause *p = &rt->tasks->pause;
	bool free;

	ocr_lock(&p->lock, OCR_LOCK_PAUSE);
	free = p->state == OCR_PAUSE_OFF;
	*kept = !free && waits;
	if (free)
		close_locked(rt, a);
	else if (waits)
		queue_locked(p, a);
	ocr_unlock(&p->lock, OCR_LOCK_PAUSE);
	if (free)
		wake_workers(rt);
	return free || waits;
}

int
ocr_pause_begin(struct ocr_edt *t, bool waits)
{
	struct ocr_pause_asker *a;
	bool asked, kept = false;
	struct ocr_wait w;
	ocrGuid_t guid;

	if (ocr_pause_is_held_by(t->rt, t))
		return 1;
	ocr_edt_be_found(t);
	/* Of its worker, where others go on meanwhile. */
	ocr_stream_tell(&t->now->stream);
	guid = ocr_edt_name(t);
	if (ocr_guid_is_null(guid))
		return 0;
	a = malloc(sizeof(*a));
	if (!a || ocr_wait_begin(&w, "ocrPause", NULL_GUID, NULL, 0)) {
		free(a);
		return 0;
	}
	*a = (struct ocr_pause_asker){t, guid, w.number, NULL};
	asked = ask(t->rt, a, waits, &kept);
	if (!kept)
		free(a);
	if (!asked) {
		ocr_wait_cancel(&w);
		return 0;
	}
	return !ocr_wait_for(&w);
}

bool
ocr_pause_is_held_by(struct ocr_runtime *rt, const struct ocr_edt *t)
{
	struct ocr_pause *p = &rt->tasks->pause;
	bool held;

	ocr_lock(&p->lock, OCR_LOCK_PAUSE);
	held = p->state == OCR_PAUSE_HELD && p->owner == t;
	ocr_unlock(&p->lock, OCR_LOCK_PAUSE);
	return held;
}

/* The pause of `owner`, if there is one, goes to the next who waits for it. */
static bool
pass_on(struct ocr_runtime *rt, const struct ocr_edt *owner, ocrGuid_t guid)
{
	struct ocr_pause *p = &rt->tasks->pause;
	struct ocr_pause_asker *a;
	bool held;

	ocr_lock(&p->lock, OCR_LOCK_PAUSE);
	held = p->state == OCR_PAUSE_HELD && p->owner == owner &&
	       ocr_guid_eq(p->guid, guid);
	a = held ? p->first : NULL;
	if (a) {
		p->first = a->next;
		if (!p->first)
			p->last = NULL;
		close_locked(rt, a);
	} else if (held) {
		open_locked(rt);
	}
	ocr_unlock(&p->lock, OCR_LOCK_PAUSE);
	free(a);
	if (held)
		wake_workers(rt);
	return held;
}

bool
ocr_pause_end(struct ocr_edt *t)
{
	bool rested = ocr_audit_rest(&ocr_self->audit, false);
	bool held = pass_on(t->rt, t, ocr_edt_guid(t));

	ocr_audit_rest(&ocr_self->audit, rested);
	return held;
}

/* Its body has returned, or it is another task by now. */
static bool
has_ended(struct ocr_edt *t, ocrGuid_t guid)
{
	uint32_t state;
	bool ended;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	state = atomic_load_explicit(&t->state, memory_order_relaxed);
	ended = !ocr_edt_is(t, guid) || state != OCR_EDT_RUNNING;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return ended;
}

/* Counts w.  Returns the question that is answered by it, or 0. */
static uint64_t
come_by_locked(struct ocr_worker *w)
{
	struct ocr_pause *p = &w->rt->tasks->pause;
	uint64_t number = p->number;

	if (p->state != OCR_PAUSE_ASKED || w->seen_closed == p->n_closed)
		return 0;
	w->seen_closed = p->n_closed;
	if (atomic_fetch_sub_explicit(&w->rt->sched->gate.missing, 1,
				      memory_order_relaxed) != 1)
		return 0;
	p->state = OCR_PAUSE_HELD;
	p->number = 0;
	return number;
}

/* Nobody minds what a task leaves undone when it ends the job. */
static bool
is_over(struct ocr_runtime *rt)
{
	return atomic_load_explicit(&rt->ending, memory_order_acquire) ||
	       atomic_load_explicit(&rt->end_asked, memory_order_acquire);
}

void
ocr_pause_gate(struct ocr_worker *w)
{
	struct ocr_runtime *rt = w->rt;
	struct ocr_pause *p = &rt->tasks->pause;
	char text[OCR_WHO_TEXT];
	struct ocr_who who = {.edt = NULL_GUID};
	struct ocr_edt *owner;
	uint64_t number;

	/* What comes behind the gate from here on, comes to the others. */
	if (w->seen_closed != ocr_sched_is_closed(rt->sched))
		ocr_sched_share(w);
	ocr_lock(&p->lock, OCR_LOCK_PAUSE);
	number = come_by_locked(w);
	owner = p->state == OCR_PAUSE_HELD && !number ? p->owner : NULL;
	who.edt = p->guid;
	who.func = p->func;
	ocr_unlock(&p->lock, OCR_LOCK_PAUSE);
	if (number)
		ocr_wait_answer(rt, number, NULL_GUID, NULL, 0);
	if (owner && has_ended(owner, who.edt) && pass_on(rt, owner, who.edt) &&
	    !is_over(rt))
		ocr_log_error(rt->self,
			      "%s has called ocrPause() and returned without "
			      "ocrResume(): the node goes on",
			      ocr_who_text(&who, text));
}

bool
ocr_pause_is_orphaned(struct ocr_runtime *rt)
{
	struct ocr_pause *p = &rt->tasks->pause;
	struct ocr_edt *owner;
	ocrGuid_t guid;

	ocr_lock(&p->lock, OCR_LOCK_PAUSE);
	owner = p->state == OCR_PAUSE_HELD ? p->owner : NULL;
	guid = p->guid;
	ocr_unlock(&p->lock, OCR_LOCK_PAUSE);
	return owner && has_ended(owner, guid);
}

void
ocr_pause_fini(struct ocr_pause *p)
{
	struct ocr_pause_asker *a;

	while ((a = p->first)) {
		p->first = a->next;
		free(a);
	}
	p->last = NULL;
}

ocrGuid_t
ocr_pause_owner(struct ocr_runtime *rt)
{
	struct ocr_pause *p = &rt->tasks->pause;
	ocrGuid_t g;

	ocr_lock(&p->lock, OCR_LOCK_PAUSE);
	g = p->guid;
	ocr_unlock(&p->lock, OCR_LOCK_PAUSE);
	return g;
}
