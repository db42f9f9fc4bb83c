/* SPDX-License-Identifier: BSD-3-Clause */
/* wait.c - see wait.h.
 *
 * Answers are handed over under the lock, and so is the end of the waiting: a
 * stack that is forgotten is never written to.
 */
#include "src/sched/wait.h"

#include "fabric/log.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/sched/sched.h"
#include "src/sched/stack.h"
#include "src/sched/worker.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 16u

/* A number is a slot, and how often that was used. */
#define SLOT_BITS 32

struct ocr_wait_slot {
	struct ocr_wait *wait; /* NULL: free */
	struct ocr_worker *worker;
	uint32_t uses;
	uint32_t next_free;
};

static int
grow_locked(struct ocr_waits *w)
{
	uint32_t n = w->n_slots ? 2 * w->n_slots : FIRST_SLOTS;
	struct ocr_wait_slot *more = realloc(w->slots, n * sizeof(*more));

	if (!more)
		return -ENOMEM;
	for (uint32_t i = w->n_slots; i < n; i++)
		more[i] = (struct ocr_wait_slot){.next_free = i + 1};
	w->slots = more;
	w->n_slots = n;
	return 0;
}

/* A slot, and the number that stands for it.  False: no memory. */
static bool
enter_locked(struct ocr_waits *w, struct ocr_wait *x)
{
	uint32_t i = w->free;
	struct ocr_wait_slot *s;

	if (i == w->n_slots && grow_locked(w))
		return false;
	s = &w->slots[i];
	w->free = s->next_free;
	s->wait = x;
	s->worker = x->worker;
	x->number = (uint64_t)++s->uses << SLOT_BITS | i;
	return true;
}

static struct ocr_wait *
find_locked(struct ocr_waits *w, uint64_t number)
{
	uint32_t i = (uint32_t)number;
	struct ocr_wait *x = i < w->n_slots ? w->slots[i].wait : NULL;

	return x && x->number == number ? x : NULL;
}

static void
leave_locked(struct ocr_waits *w, uint32_t i)
{
	w->slots[i].wait = NULL;
	w->slots[i].next_free = w->free;
	w->free = i;
}

static enum ocr_wait_state
state_of(const struct ocr_wait *w)
{
	return (enum ocr_wait_state)atomic_load_explicit(&w->state,
							 memory_order_acquire);
}

static void
set_state(struct ocr_wait *w, enum ocr_wait_state to)
{
	/* pairs with ocr_idle_until() of the guest */
	atomic_store_explicit(&w->state, to, memory_order_release);
}

static bool
is_guest(const struct ocr_worker *w)
{
	return w->id > w->rt->sched->n_workers;
}

void
ocr_waits_fini(struct ocr_waits *w)
{
	free(w->slots);
	w->slots = NULL;
	w->n_slots = w->free = 0;
}

/* -- Of the body ------------------------------------------------------------
 */

bool
ocr_wait_is_guest(const struct ocr_wait *w)
{
	return is_guest(w->worker);
}

static int
refuse(struct ocr_worker *w, const char *call)
{
	ocr_log_error(w->rt->self,
		      "%s(): no memory for the stack of one more task that "
		      "waits; %zu tasks of this thread wait already "
		      "(OCR_STACK is %zu bytes for each)",
		      call, w->stacks ? w->stacks->n : 0,
		      w->stacks ? w->stacks->bytes : 0);
	return -ENOMEM;
}

int
ocr_wait_begin(struct ocr_wait *w, const char *call, ocrGuid_t object,
	       void *answer, size_t bytes)
{
	struct ocr_worker *self = ocr_self;
	struct ocr_waits *all = &self->rt->sched->waiting;
	bool entered;

	*w = (struct ocr_wait){
		.call = call,
		.object = object,
		.answer = answer,
		.bytes = bytes,
		.worker = self,
		.task = self->task,
	};
	/* Before anything is asked: then it cannot fail any more. */
	if (!is_guest(self)) {
		w->next_loop =
			self->stacks ? ocr_stacks_get(self->stacks) : NULL;
		if (!w->next_loop)
			return refuse(self, call);
	}
	ocr_lock(&all->lock, OCR_LOCK_WAITS);
	entered = enter_locked(all, w);
	ocr_unlock(&all->lock, OCR_LOCK_WAITS);
	if (entered)
		return 0;
	if (w->next_loop)
		ocr_stacks_put(self->stacks, w->next_loop);
	return refuse(self, call);
}

void
ocr_wait_cancel(struct ocr_wait *w)
{
	struct ocr_waits *all = &w->worker->rt->sched->waiting;

	ocr_lock(&all->lock, OCR_LOCK_WAITS);
	if (state_of(w) == OCR_WAIT_OPEN)
		leave_locked(all, (uint32_t)w->number);
	ocr_unlock(&all->lock, OCR_LOCK_WAITS);
	if (w->next_loop)
		ocr_stacks_put(w->worker->stacks, w->next_loop);
}

/* False: the answer is there. */
static bool
begin_to_park(struct ocr_wait *w)
{
	struct ocr_waits *all = &w->worker->rt->sched->waiting;
	bool parks;

	ocr_lock(&all->lock, OCR_LOCK_WAITS);
	parks = state_of(w) == OCR_WAIT_OPEN;
	if (parks)
		set_state(w, OCR_WAIT_PARKED);
	ocr_unlock(&all->lock, OCR_LOCK_WAITS);
	return parks;
}

static int
sleep_as_guest(struct ocr_wait *w)
{
	ocr_idle_until(w->worker, &w->state, OCR_WAIT_DONE);
	if (state_of(w) == OCR_WAIT_DONE)
		return 0;
	ocr_wait_cancel(w);
	/* The answer may have come since. */
	return state_of(w) == OCR_WAIT_DONE ? 0 : -ECANCELED;
}

int
ocr_wait_for(struct ocr_wait *w)
{
	struct ocr_worker *self = w->worker;
	struct ocr_stacks *stacks = self->stacks;
	const struct ocr_call *call = ocr_self_call;

	if (self->rt->fabric && ocr_fabric_dirty(self->rt->fabric))
		ocr_fabric_flush(self->rt->fabric);
	if (is_guest(self))
		return sleep_as_guest(w);
	if (self->depth)
		ocr_bug("%s() would wait inside a handler", w->call);
	w->stack = stacks->here;
	if (!begin_to_park(w)) {
		ocr_stacks_put(stacks, w->next_loop);
		return 0;
	}
	self->n_parked++;
	self->counted.parks++;
	OCR_OBSERVE_THREAD(self->rt, OCR_MOMENT_PARKS);
	ocr_worker_set_task(self, NULL);
	/* A fault of a body that runs meanwhile is none of this call. */
	ocr_self_call = NULL;
	ocr_stacks_park(stacks, w->next_loop);
	ocr_self_call = call;
	ocr_worker_set_task(self, w->task);
	OCR_OBSERVE_THREAD(self->rt, OCR_MOMENT_RESUMES);
	self->n_parked--;
	return 0;
}

/* -- Of who answers ---------------------------------------------------------
 */

static void
push_locked(struct ocr_wait *w)
{
	struct ocr_worker *to = w->worker;

	w->next = NULL;
	if (to->come_last)
		to->come_last->next = w;
	else
		to->come_first = w;
	to->come_last = w;
	/* A look without the lock: ocr_wait_has_come(). */
	atomic_fetch_add_explicit(&to->n_come, 1, memory_order_release);
}

static bool
answer_it(struct ocr_runtime *rt, uint64_t number, ocrGuid_t object,
	  const void *answer, size_t bytes)
{
	struct ocr_waits *all = &rt->sched->waiting;
	struct ocr_worker *sleeper = NULL;
	struct ocr_wait *w;
	bool parked;

	ocr_lock(&all->lock, OCR_LOCK_WAITS);
	w = find_locked(all, number);
	if (w && !ocr_guid_eq(w->object, object))
		w = NULL;
	if (w) {
		if (bytes)
			memcpy(w->answer, answer,
			       bytes < w->bytes ? bytes : w->bytes);
		leave_locked(all, (uint32_t)w->number);
		parked = state_of(w) == OCR_WAIT_PARKED;
		sleeper = parked || is_guest(w->worker) ? w->worker : NULL;
		if (parked)
			push_locked(w);
		/* Whoever has not parked may leave at once. */
		set_state(w, OCR_WAIT_DONE);
	}
	ocr_unlock(&all->lock, OCR_LOCK_WAITS);
	if (sleeper && rt->sched->threaded)
		ocr_idle_wake(sleeper);
	return w;
}

bool
ocr_wait_answer(struct ocr_runtime *rt, uint64_t number, ocrGuid_t object,
		const void *answer, size_t bytes)
{
	struct ocr_audit *a = ocr_sched_audit(rt->sched);
	bool rested = ocr_audit_rest(a, false);
	bool waited = answer_it(rt, number, object, answer, bytes);

	ocr_audit_rest(a, rested);
	return waited;
}

/* -- Of the loop ------------------------------------------------------------
 */

bool
ocr_wait_has_come(const struct ocr_worker *w)
{
	return atomic_load_explicit(&w->n_come, memory_order_relaxed);
}

/* The one whose answer came first. */
static struct ocr_wait *
shift(struct ocr_worker *w)
{
	struct ocr_waits *all = &w->rt->sched->waiting;
	struct ocr_wait *x;

	ocr_lock(&all->lock, OCR_LOCK_WAITS);
	x = w->come_first;
	w->come_first = x->next;
	if (!x->next)
		w->come_last = NULL;
	atomic_fetch_sub_explicit(&w->n_come, 1, memory_order_relaxed);
	ocr_unlock(&all->lock, OCR_LOCK_WAITS);
	return x;
}

void
ocr_wait_go_on(struct ocr_worker *w)
{
	if (!ocr_wait_has_come(w))
		return;
	/* The body may be of another scope than what w has run last. */
	w->rt->sched->ops->settle(w);
	ocr_stacks_resume(w->stacks, shift(w)->stack);
}

void
ocr_wait_forget(struct ocr_worker *w)
{
	struct ocr_waits *all = &w->rt->sched->waiting;

	ocr_lock(&all->lock, OCR_LOCK_WAITS);
	/* The frames that the waits are in may be gone already. */
	for (uint32_t i = 0; i < all->n_slots; i++)
		if (all->slots[i].wait && all->slots[i].worker == w)
			leave_locked(all, i);
	w->come_first = w->come_last = NULL;
	atomic_store_explicit(&w->n_come, 0, memory_order_relaxed);
	ocr_unlock(&all->lock, OCR_LOCK_WAITS);
	w->n_parked = 0;
}
