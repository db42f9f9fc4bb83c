/* SPDX-License-Identifier: BSD-3-Clause */
/* gauge.c - see gauge.h. */
#include "src/observe/gauge.h"

#include "fabric/clock.h"
#include "guidmap/guid.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/base/symbol.h"
#include "src/observe/naming.h"
#include "src/sched/sched.h"
#include "src/sched/worker.h"
#include "src/task/await.h"
#include "src/task/edt.h"
#include "src/task/tasks.h"
#include "src/task/who.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Counting ---------------------------------------------------------------
 */

static struct ocr_tally *
tally_of(const struct ocr_worker *w)
{
	return atomic_load_explicit(&w->tally, memory_order_acquire);
}

int
ocr_gauge_switch(struct ocr_runtime *rt, struct ocr_gauge *g, bool on)
{
	struct ocr_sched *s = rt->sched;

	g->on = on;
	if (!on) {
		atomic_fetch_and_explicit(&rt->tells, ~OCR_TELLS_TALLY,
					  memory_order_relaxed);
		return 0;
	}
	for (unsigned i = 0; i < s->n_workers; i++) {
		struct ocr_tally *t = tally_of(&s->workers[i]);

		if (!t)
			t = calloc(1, sizeof(*t));
		if (!t)
			return -ENOMEM;
		/* pairs with the worker's look */
		atomic_store_explicit(&s->workers[i].tally, t,
				      memory_order_release);
	}
	atomic_fetch_or_explicit(&rt->tells, OCR_TELLS_TALLY,
				 memory_order_release);
	return 0;
}

void
ocr_gauge_fini(struct ocr_runtime *rt)
{
	for (unsigned i = 0; i < rt->sched->n_workers; i++)
		free(tally_of(&rt->sched->workers[i]));
}

/* hog.c marks it in the lowest bit. */
static struct ocr_edt *
task_of(const struct ocr_worker *w)
{
	uint64_t runs = atomic_load_explicit(&w->runs, memory_order_relaxed);

	return (struct ocr_edt *)(uintptr_t)(runs & ~UINT64_C(1));
}

/* Of a task of which no more is known than where it is: its memory was made
 * under the lock of the pool, before that could be known. */
static ocrEdt_t
func_of(struct ocr_runtime *rt, const struct ocr_edt *t)
{
	ocr_pool_count(&rt->tasks->edts);
	return ocr_edt_func(t);
}

void
ocr_gauge_look(struct ocr_runtime *rt, struct ocr_gauge *g)
{
	g->n_looks++;
	for (unsigned i = 0; i < rt->sched->n_workers; i++) {
		const struct ocr_edt *t = task_of(&rt->sched->workers[i]);
		ocrEdt_t func;

		if (!t)
			continue;
		g->n_busy++;
		func = func_of(rt, t);
		if (func)
			ocr_tally_add(&g->runs, func, 1);
	}
}

/* -- Tasks ------------------------------------------------------------------
 */

struct sight {
	uint64_t n_ready, n_waiting;
	ocrGuid_t known, first; /* that was the oldest, if it still waits; of
				   the others, the first by its number */
	struct ocr_edt *known_at, *first_at;
	ocrGuid_t look_for;
};

static bool
is_before(ocrGuid_t a, ocrGuid_t b)
{
	return ocr_guid_is_null(b) || a.lower < b.lower;
}

static void
see_task(void *sight, void *edt)
{
	struct ocr_await_view v;
	struct sight *s = sight;
	struct ocr_edt *t = edt;
	bool waits = false;
	uint32_t state;
	ocrGuid_t g;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	g = ocr_edt_guid(t);
	state = ocr_guid_is_null(g)
			? OCR_EDT_GONE
			: atomic_load_explicit(&t->state, memory_order_acquire);
	if (state == OCR_EDT_WAITING)
		waits = !ocr_await_view(t, &v);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	s->n_ready += state == OCR_EDT_READY;
	s->n_waiting += waits || state == OCR_EDT_ACQUIRING;
	if (waits && ocr_guid_eq(g, s->look_for)) {
		s->known = g;
		s->known_at = t;
	} else if (waits && is_before(g, s->first)) {
		s->first = g;
		s->first_at = t;
	}
}

/* -- What the oldest waits for ----------------------------------------------
 */

/* For one task alone. */
struct question {
	struct ocr_naming naming; /* first */
	struct ocr_edt *t;
	ocrGuid_t g;
};

static void
note_here(struct ocr_naming *n, const struct ocr_msg_stuck_wait *m, void *task)
{
	const struct question *q = (const void *)n;

	if (task == q->t)
		ocr_naming_note_at(task, m);
	else if (!task && ocr_guid_eq(m->edt, q->g))
		ocr_naming_note(n->rt, m);
}

struct open_slot {
	struct ocr_who who;
	uint32_t slot, depc, n_open;
	ocrGuid_t event; /* NULL_GUID: this node does not know */
};

static bool
find_slot(struct ocr_edt *t, ocrGuid_t g, struct open_slot *o)
{
	*o = (struct open_slot){.who.edt = g};
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_edt_is(t, g) &&
	    atomic_load_explicit(&t->state, memory_order_acquire) ==
		    OCR_EDT_WAITING) {
		o->who.func = ocr_edt_func(t);
		o->depc = t->depc;
		for (uint32_t i = 0; i < t->depc; i++) {
			const ocrEdtDep_t *d = &ocr_edt_depv(t)[i];

			if ((uint32_t)d->mode == OCR_EDT_UNSATISFIED &&
			    !o->n_open++) {
				o->slot = i;
				o->event = d->guid;
			}
		}
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return o->n_open;
}

/* -- The text ---------------------------------------------------------------
 */

struct text {
	char *s;
	size_t n;
};

static __attribute__((format(printf, 2, 3))) void
add(struct text *t, const char *fmt, ...)
{
	size_t room = OCR_GAUGE_BYTES - t->n;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(t->s + t->n, room, fmt, ap);
	va_end(ap);
	/* A line is there as a whole. */
	if (n > 0 && (size_t)n < room)
		t->n += (size_t)n;
	t->s[t->n] = 0;
}

struct function {
	ocrEdt_t func;
	uint64_t n, runs;
};

struct functions {
	unsigned n;
	bool of_runs;
	uint64_t others;
	struct function at[2 * OCR_TALLY_FUNCTIONS];
};

static void
gather(void *functions, ocrEdt_t func, uint64_t n)
{
	struct functions *f = functions;
	unsigned i = 0;

	while (i < f->n && f->at[i].func != func)
		i++;
	if (!func || i == 2 * OCR_TALLY_FUNCTIONS) {
		f->others += f->of_runs ? 0 : n;
		return;
	}
	if (i == f->n)
		f->at[f->n++] = (struct function){.func = func};
	if (f->of_runs)
		f->at[i].runs += n;
	else
		f->at[i].n += n;
}

static int
by_tasks(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? 1 : -1;
	return x->runs < y->runs ? 1 : x->runs > y->runs ? -1 : 0;
}

static void
add_functions(struct text *t, struct ocr_runtime *rt, const struct ocr_gauge *g)
{
	struct functions *f = calloc(1, sizeof(*f));
	char name[OCR_SYMBOL_TEXT];

	if (!f)
		return;
	for (unsigned i = 0; i < rt->sched->n_workers; i++) {
		const struct ocr_tally *x = tally_of(&rt->sched->workers[i]);

		if (x)
			ocr_tally_each(x, gather, f);
	}
	f->of_runs = true;
	ocr_tally_each(&g->runs, gather, f);
	qsort(f->at, f->n, sizeof(*f->at), by_tasks);
	for (unsigned i = 0; i < f->n && i < OCR_GAUGE_FUNCTIONS; i++)
		add(t, "count %" PRIu64 " %" PRIu64 " %s\n", f->at[i].n,
		    f->at[i].runs,
		    ocr_symbol_text((const void *)(uintptr_t)f->at[i].func,
				    name));
	for (unsigned i = OCR_GAUGE_FUNCTIONS; i < f->n; i++)
		f->others += f->at[i].n;
	if (f->others)
		add(t, "count %" PRIu64 " 0 -\n", f->others);
	free(f);
}

static void
add_oldest(struct text *t, struct ocr_runtime *rt, struct ocr_gauge *g,
	   const struct sight *s)
{
	bool is_known = !ocr_guid_is_null(s->known);
	struct ocr_edt *at = is_known ? s->known_at : s->first_at;
	char who[OCR_WHO_TEXT], event[OCR_WHO_GUID_TEXT] = "";
	struct question q = {
		.naming = {.rt = rt, .tell = note_here, .moves = true}};
	struct open_slot o;

	if (!is_known) {
		g->oldest = s->first;
		g->since_ms = ocr_clock_ms();
	}
	if (!at)
		return;
	q.t = at;
	q.g = g->oldest;
	/* What was noted at an earlier look is there. */
	if (find_slot(at, q.g, &o) && ocr_guid_is_null(o.event))
		ocr_naming_make(&q.naming);
	if (!find_slot(at, q.g, &o))
		return;
	if (!ocr_guid_is_null(o.event))
		ocr_who_guid_text(o.event, event);
	add(t, "oldest %" PRId64 " %s waits in slot %u (of %u) for %s%s\n",
	    ocr_clock_ms() - g->since_ms, ocr_who_text(&o.who, who), o.slot,
	    o.depc,
	    *event ? event
		   : "what its node does not know: an event of another node, "
		     "or nothing is connected yet",
	    ocr_guid_flags(o.event) & OCR_GUID_OUTPUT
		    ? ", the output event of a task"
		    : "");
}

static void
add_workers(struct text *t, struct ocr_runtime *rt, const struct ocr_gauge *g)
{
	unsigned busy = 0;

	for (unsigned i = 0; i < rt->sched->n_workers; i++)
		busy += task_of(&rt->sched->workers[i]) != NULL;
	add(t, "workers %u %u %" PRIu64 " %" PRIu64 "\n", rt->sched->n_workers,
	    busy, g->n_looks, g->n_busy);
}

static void
add_resources(struct text *t, struct ocr_runtime *rt)
{
	struct ocr_fabric_stats f = {.ops_sent = 0};
	struct ocr_memory_stats m;

	ocr_memory_get_stats(rt->memory, &m);
	if (rt->fabric)
		ocr_fabric_get_stats(rt->fabric, &f);
	add(t, "memory %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
	    (uint64_t)(m.mapped_bytes + m.records_bytes),
	    (uint64_t)m.limit_bytes, (uint64_t)m.peak_bytes);
	add(t, "traffic %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", f.bytes_sent,
	    f.bytes_received, f.transfer_bytes);
	add(t, "ops %" PRIu64 " %" PRIu64 "\n", f.ops_sent, f.ops_handled);
}

size_t
ocr_gauge_text(struct ocr_runtime *rt, struct ocr_gauge *g, char *buf)
{
	struct sight s = {.look_for = g->oldest};
	struct text t = {.s = buf};

	*buf = 0;
	ocr_pool_look(&rt->tasks->edts, see_task, &s);
	add_workers(&t, rt, g);
	add(&t, "tasks %" PRIu64 " %" PRIu64 "\n", s.n_ready, s.n_waiting);
	add_resources(&t, rt);
	add(&t, "time %" PRIu64 "\n", (uint64_t)ocr_clock_ns());
	add_oldest(&t, rt, g, &s);
	add_functions(&t, rt, g);
	return t.n;
}
