/* SPDX-License-Identifier: BSD-3-Clause */
/* worker.c - one worker: the tasks that it is given, and those it takes. */
#include "src/sched/worker.h"

#include "fabric/clock.h"
#include "fabric/fence.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/sched/priority.h"
#include "src/sched/sched.h"
#include "src/sched/wait.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* So often a worker takes the oldest task instead of the newest. */
#define TASKS_PER_OLDEST 61

_Thread_local struct ocr_worker *ocr_self;
_Thread_local const struct ocr_call *ocr_self_call;

int
ocr_worker_open(struct ocr_worker *w, struct ocr_runtime *rt, unsigned id)
{
	memset(w, 0, sizeof(*w));
	w->rt = rt;
	w->id = id;
	w->hidden = ocr_guid_make(OCR_GUID_EDT, OCR_GUID_HIDDEN, rt->self,
				  rt->self, id);
	w->scopes = id;
	w->dispersed = rt->self;
	w->rng = 0x9e3779b97f4a7c15u * (id + 1);
	/* Never so many: NULL_GUID is no template that it remembers. */
	for (unsigned i = 0; i < OCR_LAST_TEMPLATES; i++)
		w->last[i].changes = UINT64_MAX;
	if (ocr_deque_init(&w->deque))
		return -ENOMEM;
	if (ocr_guid_cache_create(&w->guids, rt->dispenser))
		goto fini_deque;
	return 0;

fini_deque:
	ocr_deque_fini(&w->deque);
	return -ENOMEM;
}

void
ocr_worker_close(struct ocr_worker *w)
{
	ocr_guid_cache_destroy(w->guids);
	ocr_deque_fini(&w->deque);
	ocr_deliveries_fini(&w->fired);
	ocr_opq_clear(&w->delayed);
}

static struct ocr_runnable *
heir_of(const struct ocr_worker *w)
{
	return atomic_load_explicit(&w->heir, memory_order_relaxed);
}

static void
set_heir(struct ocr_worker *w, struct ocr_runnable *t)
{
	atomic_store_explicit(&w->heir, t, memory_order_relaxed);
}

/* Others may have it. */
static void
share(struct ocr_worker *w, struct ocr_runnable *t)
{
	struct ocr_deque_place at;

	ocr_deque_find_place(&w->deque, &at);
	ocr_sched_offer(w, &at, t);
}

void
ocr_worker_ready(struct ocr_runtime *rt, struct ocr_runnable *t)
{
	struct ocr_sched *s = rt->sched;
	struct ocr_worker *w = ocr_self;

	if (__builtin_expect(t->flags & (OCR_RUN_RANKED | OCR_RUN_NEAR |
					 OCR_RUN_PASSES) ||
				     w->id >= s->n_workers,
			     0))
		ocr_sched_place(rt, t);
	else if (w->inherits && !heir_of(w) && s->has_heirs)
		set_heir(w, t);
	else
		share(w, t);
}

/* The oldest task of v; others that are nearly as old go to w's own deque, to
 * be taken by it in their order. */
static struct ocr_runnable *
steal_from(struct ocr_worker *w, struct ocr_worker *v)
{
	struct ocr_runnable *some[OCR_DEQUE_SOME];
	unsigned n = ocr_deque_steal_some(&v->deque, some);

	w->counted.steals += n > 0;
	w->counted.stolen += n;
	if (n < 2)
		return n ? some[0] : NULL;
	for (unsigned i = n - 1; i > 0; i--)
		ocr_deque_push(&w->deque, some[i]);
	/* On their way nobody could see them: who looked then may have lain
	 * down, one for each of them. */
	for (unsigned i = 1; i < n && w->rt->sched->threaded; i++)
		ocr_idle_wake_one(w->rt->sched);
	return some[0];
}

/* The oldest task of somebody else, starting anywhere. */
static __attribute__((noinline)) struct ocr_runnable *
steal(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;
	struct ocr_runnable *t;
	unsigned first;

	if (s->n_workers < 2)
		return NULL;
	w->rng ^= w->rng << 13;
	w->rng ^= w->rng >> 7;
	w->rng ^= w->rng << 17;
	first = (unsigned)(w->rng % s->n_workers);
	for (unsigned i = 0; i < s->n_workers; i++) {
		struct ocr_worker *v = &s->workers[(first + i) % s->n_workers];

		if (v == w)
			continue;
		t = steal_from(w, v);
		if (t) {
			OCR_OBSERVE_THREAD(w->rt, OCR_MOMENT_STEALS);
			return t;
		}
	}
	return NULL;
}

/* What has waited longest here: of those with a priority, for this worker's
 * domain, and of all others, in turn.  A worker whose newest task always makes
 * another would else never come to the ones below, and every task that can run
 * must run at some time. */
static __attribute__((noinline)) struct ocr_runnable *
oldest_task(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;
	struct ocr_runnable *t = NULL;

	w->turn = (w->turn + 1) % 3;
	if (w->turn == 1)
		t = ocr_priority_take_oldest(&s->ranked);
	else if (w->turn == 2 && w->near)
		t = ocr_priority_take_oldest(w->near);
	if (!t)
		t = ocr_sched_take_injected(s);
	return t ? t : ocr_deque_steal(&w->deque);
}

/* What comes before the newest. */
static struct ocr_runnable *
first_task(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;
	struct ocr_runnable *t = NULL;

	if (++w->since_oldest >= TASKS_PER_OLDEST) {
		w->since_oldest = 0;
		t = oldest_task(w);
	}
	if (!t)
		t = ocr_priority_take_above(&s->ranked);
	if (!t && w->near)
		t = ocr_priority_take_above(w->near);
	return t;
}

static struct ocr_runnable *
next_task(struct ocr_worker *w)
{
	struct ocr_runnable *t = first_task(w), *heir = heir_of(w);
	struct ocr_sched *s = w->rt->sched;

	if (heir) {
		set_heir(w, NULL);
		if (!t)
			return heir;
		share(w, heir);
	}
	if (!t)
		t = s->n_workers < 2 ? ocr_deque_pop_alone(&w->deque)
				     : ocr_deque_pop(&w->deque);
	if (!t)
		t = ocr_sched_take_injected(s);
	if (!t && w->near)
		t = ocr_priority_take(w->near);
	if (!t)
		t = steal(w);
	return t ? t : ocr_priority_take(&s->ranked);
}

static uint64_t
now_ns(const struct ocr_sched *s)
{
	return s->threaded ? ocr_clock_ns() : 0;
}

/* Who sleeps on the network has looked before whether something waits, and
 * looks no more (idle.c, send_what_waits()).  After what was sent last. */
static bool
is_watched(const struct ocr_sched *s)
{
	ocr_full_fence();
	return atomic_load_explicit(&s->watched, memory_order_relaxed);
}

/* May it wait for the end of the next task?  Notes that it does, or how long it
 * has. */
static __attribute__((noinline)) bool
puts_it_off(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;

	if (w->id >= s->n_workers)
		return false;
	if (w->put_off.number) {
		if (w->put_off.number == w->counted.tasks)
			return !is_watched(s);
		w->put_off.number = 0;
		ocr_put_off_took(&w->put_off.tried,
				 now_ns(s) - w->put_off.since_ns);
		return false;
	}
	if (!ocr_put_off_try(&w->put_off.tried) ||
	    (!heir_of(w) && ocr_deque_is_empty(&w->deque)) || is_watched(s))
		return false;
	w->put_off.number = w->counted.tasks;
	w->put_off.since_ns = now_ns(s);
	return true;
}

static inline bool
puts_off(struct ocr_worker *w)
{
	return w->rt->sched->puts_off && puts_it_off(w);
}

/* What comes next is no task at hand: nothing waits for its end. */
static void
send_what_waits(struct ocr_worker *w)
{
	w->put_off.number = 0;
	if (ocr_fabric_dirty(w->rt->fabric))
		ocr_fabric_flush(w->rt->fabric);
}

void
ocr_worker_send_off(struct ocr_worker *w)
{
	if (!puts_off(w))
		ocr_fabric_flush(w->rt->fabric);
}

/* Bodies that wait go on, if they can. */
static __attribute__((noinline)) void
go_on(struct ocr_worker *w)
{
	if (heir_of(w)) { /* a body may go on before it */
		share(w, heir_of(w));
		set_heir(w, NULL);
	}
	if (w->put_off.number)
		send_what_waits(w);
	ocr_wait_go_on(w);
}

bool
ocr_worker_step(struct ocr_worker *w)
{
	struct ocr_runtime *rt = w->rt;
	struct ocr_runnable *t;

	if (w->n_parked)
		go_on(w);
	if (__builtin_expect(ocr_sched_is_closed(rt->sched), 0)) {
		rt->sched->ops->gate(w);
		t = ocr_sched_take_passing(rt->sched);
	} else {
		t = next_task(w);
	}
	if (!t) {
		/* Somebody else has taken it. */
		if (__builtin_expect(w->put_off.number != 0, 0))
			send_what_waits(w);
		return rt->sched->ops->settle(w);
	}
	w->counted.tasks++;
	rt->sched->ops->run(w, t);
	/* w, which need not be kept in a register where there is no network. */
	if (rt->fabric &&
	    (ocr_self->put_off.number || ocr_fabric_dirty(rt->fabric)))
		ocr_worker_send_off(ocr_self);
	return true;
}
