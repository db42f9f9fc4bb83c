/* SPDX-License-Identifier: BSD-3-Clause */
/* sched.c - where ready tasks go, and the loops of the threads. */
#include "src/sched/sched.h"

#include "src/boot/runtime.h"
#include "src/object/edt.h"

#include <errno.h>
#include <stdlib.h>

/* A busy worker looks at the network after so many tasks. */
#define TASKS_PER_POLL 8

int
ocr_sched_open(struct ocr_runtime *rt, unsigned n_workers, bool guest)
{
	struct ocr_sched *s = &rt->sched;
	unsigned i = 0;

	s->n_workers = n_workers;
	s->n_resting = n_workers + guest;
	s->n_slots = n_workers + 1 + guest;
	s->injected_end = &s->injected;
	s->workers = calloc(s->n_slots, sizeof(*s->workers));
	if (!s->workers)
		return -ENOMEM;
	for (; i < s->n_slots; i++)
		if (ocr_worker_open(&s->workers[i], rt, i))
			goto close_workers;
	return 0;

close_workers:
	while (i--)
		ocr_worker_close(&s->workers[i]);
	free(s->workers);
	s->workers = NULL;
	return -ENOMEM;
}

void
ocr_sched_close(struct ocr_runtime *rt)
{
	struct ocr_sched *s = &rt->sched;

	ocr_priority_fini(&s->ranked);
	for (unsigned i = 0; s->workers && i < s->n_slots; i++)
		ocr_worker_close(&s->workers[i]);
	free(s->workers);
	s->workers = NULL;
}

static void
inject(struct ocr_sched *s, struct ocr_edt *t)
{
	t->next = NULL;
	ocr_lock(&s->lock, OCR_LOCK_SCHED);
	*s->injected_end = t;
	s->injected_end = &t->next;
	atomic_fetch_add_explicit(&s->n_injected, 1, memory_order_relaxed);
	ocr_unlock(&s->lock, OCR_LOCK_SCHED);
}

void
ocr_sched_ready(struct ocr_runtime *rt, struct ocr_edt *t)
{
	struct ocr_sched *s = &rt->sched;
	struct ocr_worker *w = ocr_self;

	if (t->flags & OCR_EDT_RANKED)
		ocr_priority_push(&s->ranked, t, ocr_edt_priority(t));
	else if (w->id < s->n_workers)
		ocr_deque_push(&w->deque, t);
	else
		inject(s, t);
	if (s->threaded)
		ocr_idle_wake_one(s);
}

bool
ocr_sched_has_work(struct ocr_runtime *rt)
{
	struct ocr_sched *s = &rt->sched;

	if (atomic_load_explicit(&s->n_injected, memory_order_relaxed) ||
	    atomic_load_explicit(&s->ranked.n_all, memory_order_relaxed))
		return true;
	for (unsigned i = 0; i < s->n_workers; i++)
		if (!ocr_deque_is_empty(&s->workers[i].deque))
			return true;
	return false;
}

static bool
stopped(struct ocr_sched *s)
{
	return atomic_load_explicit(&s->stop, memory_order_acquire);
}

void
ocr_sched_loop(struct ocr_worker *w)
{
	struct ocr_runtime *rt = w->rt;
	struct ocr_sched *s = &rt->sched;

	while (!stopped(s)) {
		if (!ocr_worker_step(w)) {
			ocr_idle(w);
			continue;
		}
		if (rt->fabric && ++w->since_poll >= TASKS_PER_POLL) {
			w->since_poll = 0;
			ocr_idle_poll(w);
		}
	}
}

void
ocr_sched_stop(struct ocr_runtime *rt)
{
	struct ocr_sched *s = &rt->sched;

	atomic_store_explicit(&s->stop, 1, memory_order_release);
	if (s->threaded)
		ocr_idle_wake_all(s);
}
