/* SPDX-License-Identifier: BSD-3-Clause */
/* sched.c - where ready tasks go, and the loops of the threads. */
#include "src/sched/sched.h"

#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/sched/stack.h"
#include "src/sched/wait.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* A busy worker looks at the network after so many tasks. */
#define TASKS_PER_POLL 8

/* Each stack is two mappings, of which Linux gives a process 65,530; and what
 * all of them are likely to touch fits into a share of the memory. */
#define MOST_STACKS   16384
#define TOUCHED_BYTES 65536
#define MEMORY_SHARE  4

/* With one domain, all of this stays away. */
static int
open_domains(struct ocr_sched *s, const struct ocr_sched_config *c)
{
	if (c->n_domains < 2)
		return 0;
	s->domains = calloc(c->n_domains, sizeof(*s->domains));
	if (!s->domains)
		return -ENOMEM;
	s->n_domains = c->n_domains;
	for (unsigned i = 0; i < s->n_workers; i++) {
		struct ocr_worker *w = &s->workers[i];

		w->domain = c->domains ? c->domains[i] : i % c->n_domains;
		w->near = &s->domains[w->domain];
	}
	return 0;
}

int
ocr_sched_open(struct ocr_runtime *rt, const struct ocr_sched_config *c)
{
	struct ocr_sched *s = rt->sched;
	unsigned i = 0;

	s->n_workers = c->n_workers;
	s->n_resting = s->n_workers + c->guest;
	s->n_slots = s->n_workers + 1 + c->guest;
	s->ops = c->ops;
	s->stack_bytes = c->stack_bytes;
	s->threaded = c->threaded;
	s->has_heirs = !c->shares_all;
	s->puts_off = c->puts_off;
	s->oversubscribed = c->oversubscribed;
	s->spin_ns = c->spin_ns;
	s->injected_end = &s->injected;
	s->workers = calloc(s->n_slots, sizeof(*s->workers));
	if (!s->workers)
		return -ENOMEM;
	for (; i < s->n_slots; i++)
		if (ocr_worker_open(&s->workers[i], rt, i))
			goto close_workers;
	if (!open_domains(s, c))
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
	struct ocr_sched *s = rt->sched;

	ocr_priority_fini(&s->ranked);
	for (unsigned i = 0; i < s->n_domains; i++)
		ocr_priority_fini(&s->domains[i]);
	free(s->domains);
	for (unsigned i = 0; s->workers && i < s->n_slots; i++)
		ocr_worker_close(&s->workers[i]);
	free(s->workers);
	s->workers = NULL;
}

static void
inject(struct ocr_sched *s, struct ocr_runnable *t)
{
	t->next = NULL;
	ocr_lock(&s->lock, OCR_LOCK_SCHED);
	*s->injected_end = t;
	s->injected_end = &t->next;
	atomic_fetch_add_explicit(&s->n_injected, 1, memory_order_relaxed);
	if (t->flags & OCR_RUN_PASSES)
		atomic_fetch_add_explicit(&s->n_passing, 1,
					  memory_order_relaxed);
	ocr_unlock(&s->lock, OCR_LOCK_SCHED);
}

static void
taken_locked(struct ocr_sched *s, struct ocr_runnable **link)
{
	struct ocr_runnable *t = *link;

	*link = t->next;
	if (!*link)
		s->injected_end = link;
	atomic_fetch_sub_explicit(&s->n_injected, 1, memory_order_relaxed);
	if (t->flags & OCR_RUN_PASSES)
		atomic_fetch_sub_explicit(&s->n_passing, 1,
					  memory_order_relaxed);
}

struct ocr_runnable *
ocr_sched_take_any_injected(struct ocr_sched *s)
{
	struct ocr_runnable *t = NULL;

	ocr_lock(&s->lock, OCR_LOCK_SCHED);
	t = s->injected;
	if (t)
		taken_locked(s, &s->injected);
	ocr_unlock(&s->lock, OCR_LOCK_SCHED);
	return t;
}

struct ocr_runnable *
ocr_sched_take_passing(struct ocr_sched *s)
{
	struct ocr_runnable **link, *t;

	if (!atomic_load_explicit(&s->n_passing, memory_order_relaxed))
		return NULL;
	ocr_lock(&s->lock, OCR_LOCK_SCHED);
	link = &s->injected;
	while (*link && !((*link)->flags & OCR_RUN_PASSES))
		link = &(*link)->next;
	t = *link;
	if (t)
		taken_locked(s, link);
	ocr_unlock(&s->lock, OCR_LOCK_SCHED);
	return t;
}

void
ocr_sched_share(struct ocr_worker *w)
{
	struct ocr_runnable *t;

	while ((t = ocr_deque_pop(&w->deque)))
		inject(w->rt->sched, t);
}

/* The domain that a ready task wants, if this node has it. */
static bool
has_domain(struct ocr_sched *s, struct ocr_runnable *t, unsigned *domain)
{
	if (!s->domains)
		return false;
	*domain = s->ops->domain(t);
	return *domain < s->n_domains;
}

/* Behind a closed gate nobody looks into deques. */
static void
ready_to_pass(struct ocr_runtime *rt, struct ocr_runnable *t)
{
	struct ocr_worker *w = ocr_self;

	if (w->id < rt->sched->n_workers && !ocr_sched_is_closed(rt->sched))
		ocr_deque_push(&w->deque, t);
	else
		inject(rt->sched, t);
}

static void
place(struct ocr_runtime *rt, struct ocr_runnable *t)
{
	struct ocr_sched *s = rt->sched;
	unsigned domain;

	if (t->flags & OCR_RUN_NEAR && has_domain(s, t, &domain)) {
		ocr_priority_push(&s->domains[domain], t, s->ops->priority(t));
		if (s->threaded)
			ocr_idle_wake_in(s, domain);
		return;
	}
	if (t->flags & OCR_RUN_RANKED)
		ocr_priority_push(&s->ranked, t, s->ops->priority(t));
	else if (t->flags & OCR_RUN_PASSES)
		ready_to_pass(rt, t);
	else if (ocr_self->id < s->n_workers)
		ocr_deque_push(&ocr_self->deque, t);
	else
		inject(s, t);
	if (s->threaded)
		ocr_idle_wake_one(s);
}

__attribute__((noinline)) void
ocr_sched_place(struct ocr_runtime *rt, struct ocr_runnable *t)
{
	struct ocr_audit *a = ocr_sched_audit(rt->sched);
	bool rested = ocr_audit_rest(a, false);

	place(rt, t);
	ocr_audit_rest(a, rested);
}

static bool
has_tasks(struct ocr_priority *q)
{
	return atomic_load_explicit(&q->n_all, memory_order_relaxed);
}

/* A task that any worker may take. */
static bool
has_common_work(struct ocr_sched *s)
{
	if (atomic_load_explicit(&s->n_injected, memory_order_relaxed) ||
	    has_tasks(&s->ranked))
		return true;
	for (unsigned i = 0; i < s->n_workers; i++)
		if (!ocr_deque_is_empty(&s->workers[i].deque))
			return true;
	return false;
}

/* The gate is closed: is there something to do nevertheless? */
static bool
has_work_at_gate(struct ocr_runtime *rt)
{
	struct ocr_sched *s = rt->sched;

	return atomic_load_explicit(&s->gate.missing, memory_order_relaxed) ||
	       atomic_load_explicit(&s->n_passing, memory_order_relaxed) ||
	       s->ops->is_orphaned(rt);
}

static bool
has_work_at_gate_for(const struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;

	return w->seen_closed != ocr_sched_is_closed(s) ||
	       atomic_load_explicit(&s->n_passing, memory_order_relaxed) ||
	       s->ops->is_orphaned(w->rt);
}

/* What no other worker can do for it: when a gate is closed, too, and the task
 * that it keeps for itself once it is open. */
static bool
has_own_work(const struct ocr_worker *w, bool closed)
{
	return ocr_wait_has_come(w) || ocr_worker_seats(w) ||
	       (!closed && ocr_worker_has_heir(w));
}

bool
ocr_sched_has_work(struct ocr_runtime *rt)
{
	struct ocr_sched *s = rt->sched;
	bool closed = ocr_sched_is_closed(s);

	for (unsigned i = 0; i < s->n_workers; i++)
		if (has_own_work(&s->workers[i], closed))
			return true;
	if (closed)
		return has_work_at_gate(rt);
	for (unsigned i = 0; i < s->n_domains; i++)
		if (has_tasks(&s->domains[i]))
			return true;
	return has_common_work(s);
}

bool
ocr_sched_has_work_for(struct ocr_worker *w)
{
	bool closed = ocr_sched_is_closed(w->rt->sched);

	if (has_own_work(w, closed))
		return true;
	if (closed)
		return has_work_at_gate_for(w);
	return (w->near && has_tasks(w->near)) || has_common_work(w->rt->sched);
}

/* So many stacks of bodies that wait are enough for one worker. */
static size_t
stack_limit(const struct ocr_sched *s)
{
	long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
	uint64_t most = MOST_STACKS, fit;

	fit = pages > 0 ? (uint64_t)pages * (uint64_t)bytes /
				  (MEMORY_SHARE * TOUCHED_BYTES)
			: most;
	if (fit < most)
		most = fit;
	return most / s->n_workers ? most / s->n_workers : 1;
}

static bool
stopped(struct ocr_sched *s)
{
	return atomic_load_explicit(&s->stop, memory_order_acquire);
}

static void
run_tasks(void *worker)
{
	struct ocr_worker *w = worker;
	struct ocr_runtime *rt = w->rt;
	struct ocr_sched *s = rt->sched;

	while (!stopped(s)) {
		if (!ocr_worker_step(w)) {
			ocr_idle(w);
			continue;
		}
		if (!rt->fabric)
			continue;
		if (++w->since_poll >= TASKS_PER_POLL) {
			w->since_poll = 0;
			ocr_idle_poll(w);
		}
		ocr_sched_give(w);
	}
}

void
ocr_sched_loop(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;
	struct ocr_stacks stacks;

	ocr_stacks_init(&stacks, s->stack_bytes, stack_limit(s));
	w->stacks = &stacks;
	ocr_audit_rest(&w->audit, false);
	s->ops->begin();
	if (ocr_stacks_run(&stacks, run_tasks, w))
		ocr_no_memory("a thread");
	ocr_wait_forget(w);
	s->ops->end();
	w->stacks = NULL;
	ocr_stacks_fini(&stacks);
	/* pairs with ocr_sched_progress(), which looks once a tick */
	atomic_fetch_add_explicit(&s->n_left, 1, memory_order_release);
}

void
ocr_sched_stop(struct ocr_runtime *rt)
{
	struct ocr_sched *s = rt->sched;

	atomic_store_explicit(&s->stop, 1, memory_order_release);
	if (s->threaded) {
		s->ops->stop(rt);
		ocr_idle_wake_all(s);
	}
}
