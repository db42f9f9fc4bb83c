/* SPDX-License-Identifier: BSD-3-Clause */
/* survey.c - see survey.h. */
#include "src/observe/survey.h"

#include "src/base/code.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/data/starved.h"
#include "src/event/event.h"
#include "src/event/events.h"
#include "src/event/orphans.h"
#include "src/observe/facts.h"
#include "src/reduce/collective.h"
#include "src/sched/sched.h"
#include "src/task/await.h"
#include "src/task/edt.h"
#include "src/task/pause.h"
#include "src/task/tasks.h"

#include <string.h>

/* Of each kind of object, on all nodes together, but at least a few of each
 * node; and slots, or blocks, of one task. */
#define MOST_OBJECTS 4096
#define FEW_OBJECTS  16
#define MOST_SLOTS   8

static void
tell(struct ocr_survey *l, const struct ocr_msg_stuck_fact *fact)
{
	struct ocr_msg_stuck_fact m = *fact;

	m.op = OCR_OP(OCR_MSG_STUCK_FACT, struct ocr_msg_stuck_fact);
	l->tell(l, &m);
}

static void
tell_edge(struct ocr_survey *l, enum ocr_fact_kind kind, ocrGuid_t object,
	  ocrGuid_t other, uint32_t slot, uint64_t n)
{
	struct ocr_msg_stuck_fact m = {
		.object = object,
		.other = other,
		.kind = kind,
		.slot = slot,
		.n = {n},
	};

	tell(l, &m);
}

/* What is copied from a task, under its lock. */
struct task_copy {
	ocrGuid_t guid, output, scope, own;
	ocrEdt_t func;
	uint32_t state, depc;
	uint32_t n_open, n_free; /* slots; those that have no event */
	uint32_t n_slots, n_blocks;
	struct {
		ocrGuid_t event;
		uint32_t slot;
		uint64_t fate;
	} slots[MOST_SLOTS];
	ocrGuid_t blocks[MOST_SLOTS];
	bool awaits; /* for a body, which has the GUID and */
	struct ocr_await_view by;
};

static void
copy_slots_locked(struct task_copy *c, const struct ocr_edt *t)
{
	/* The free ones first: they are nobody else's fault. */
	for (int free = 1; free >= 0; free--) {
		for (uint32_t i = 0; i < t->depc; i++) {
			const ocrEdtDep_t *d = &ocr_edt_depv(t)[i];

			if ((uint32_t)d->mode != OCR_EDT_UNSATISFIED ||
			    ocr_guid_is_null(d->guid) != (free == 1))
				continue;
			c->n_open++;
			c->n_free += (uint32_t)free;
			if (c->n_slots == MOST_SLOTS / (free + 1u))
				continue;
			c->slots[c->n_slots].event = d->guid;
			c->slots[c->n_slots].slot = i;
			c->slots[c->n_slots++].fate = (uintptr_t)d->ptr;
		}
	}
}

static void
copy_blocks_locked(struct task_copy *c, const struct ocr_edt *t)
{
	for (uint32_t i = 0; i < t->held.n && c->n_blocks < MOST_SLOTS; i++)
		if (!t->held.blocks[i].block)
			c->blocks[c->n_blocks++] = t->held.blocks[i].db;
}

/* Of a task that waits. */
static void
copy_waiting_locked(struct task_copy *c, const struct ocr_edt *t)
{
	c->output = t->output;
	c->scope = t->scope ? t->scope->guid : NULL_GUID;
	c->awaits = ocr_await_view(t, &c->by);
	c->depc = t->depc;
	copy_slots_locked(c, t);
}

/* Of a job that is at rest. */
static void
copy_rest_locked(struct task_copy *c, struct ocr_edt *t)
{
	c->output = t->output;
	c->scope = t->scope ? t->scope->guid : NULL_GUID;
	c->own = ocr_edt_own(t) ? ocr_edt_own(t)->guid : NULL_GUID;
	c->awaits = ocr_await_view(t, &c->by);
	c->depc = t->depc;
	if (c->state == OCR_EDT_ACQUIRING)
		copy_blocks_locked(c, t);
}

/* Of a task that a worker may have, which needs no lock to end it, and to begin
 * another in its place: so it is looked at twice, and what is read in between
 * counts if it is still that one.  A sanitizer would complain. */
static __attribute__((no_sanitize("thread"), noinline)) void
copy_moving_locked(struct task_copy *c, const struct ocr_edt *t)
{
	ocrGuid_t output = *(const volatile ocrGuid_t *)&t->output;

	/* pairs with ocr_edt_begin(): another life has another name */
	atomic_thread_fence(memory_order_acquire);
	if (ocr_edt_is(t, c->guid))
		c->output = output;
}

/* Only a lock lets a task that waits go on. */
static bool
copy_task(const struct ocr_survey *l, struct task_copy *c, struct ocr_edt *t)
{
	*c = (struct task_copy){.guid = NULL_GUID};
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	c->guid = ocr_edt_guid(t);
	if (!ocr_guid_is_null(c->guid)) {
		c->func = ocr_edt_func(t);
		c->state =
			atomic_load_explicit(&t->state, memory_order_acquire);
		if (c->state == OCR_EDT_WAITING)
			copy_waiting_locked(c, t);
		else if (l->moves)
			copy_moving_locked(c, t);
		else
			copy_rest_locked(c, t);
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return !ocr_guid_is_null(c->guid) && c->state != OCR_EDT_GONE;
}

/* A task of the runtime that waits in the place of a body is not told of: the
 * body waits.  Of main() nobody else tells. */
static void
tell_await(struct ocr_survey *l, const struct task_copy *c)
{
	struct ocr_msg_stuck_fact m = {
		.object = c->by.edt,
		.kind = OCR_FACT_TASK,
		.n = {OCR_EDT_RUNNING, 0, 0, OCR_FACT_MAIN},
	};

	if (c->by.guest)
		tell(l, &m);
	for (uint32_t i = 0; i < c->n_blocks; i++)
		tell_edge(l, OCR_FACT_NEED, c->by.edt, c->blocks[i], 0, 0);
	if (!c->n_slots)
		return;
	m.kind = OCR_FACT_AWAIT;
	m.other = c->slots[0].event;
	m.n[0] = c->slots[0].fate;
	m.n[1] = c->by.call;
	tell(l, &m);
}

static void
count(struct ocr_survey *l, const struct task_copy *c)
{
	l->n_ready += c->state == OCR_EDT_READY;
	l->n_running += c->state == OCR_EDT_RUNNING;
	l->n_waiting += !c->awaits && (c->state == OCR_EDT_WAITING ||
				       c->state == OCR_EDT_ACQUIRING);
}

static void
tell_task(void *ctx, void *edt)
{
	struct ocr_survey *l = ctx;
	struct ocr_runtime *rt = l->rt;
	struct ocr_msg_stuck_fact m = {.kind = OCR_FACT_TASK};
	struct task_copy c;

	if (!copy_task(l, &c, edt))
		return;
	count(l, &c);
	/* Those that wait are told of before many that can run. */
	if (l->moves && c.state == OCR_EDT_READY && l->n_ready > l->most / 2)
		return;
	if (l->n++ >= l->most)
		return;
	if (c.awaits) {
		tell_await(l, &c);
		return;
	}
	m.object = c.guid;
	m.n[0] = c.state;
	m.n[1] = c.depc;
	m.n[2] = c.n_free;
	if (ocr_sched_is_closed(rt->sched))
		m.n[3] = 1 + ocr_guid_eq(ocr_pause_owner(rt), c.guid);
	ocr_code_of(c.func, &m.code);
	tell(l, &m);
	for (uint32_t i = 0; i < c.n_slots; i++)
		tell_edge(l, OCR_FACT_SLOT, c.guid, c.slots[i].event,
			  c.slots[i].slot, c.slots[i].fate);
	for (uint32_t i = 0; i < c.n_blocks; i++)
		tell_edge(l, OCR_FACT_NEED, c.guid, c.blocks[i], 0, 0);
	if (!ocr_guid_is_null(c.output))
		tell_edge(l, OCR_FACT_OUTPUT, c.output, c.guid, 0, 0);
	if (!ocr_guid_is_null(c.scope))
		tell_edge(l, OCR_FACT_MEMBER, c.scope, c.guid, 0, 0);
	if (!ocr_guid_is_null(c.own))
		tell_edge(l, OCR_FACT_SCOPE, c.guid, c.own, 0, 0);
}

static void
tell_event(void *ctx, void *event)
{
	struct ocr_survey *l = ctx;
	struct ocr_event_view v;
	struct ocr_msg_stuck_fact m = {.kind = OCR_FACT_EVENT};
	struct ocr_waiter w;

	if (!ocr_event_view(event, &v) || l->n++ >= l->most)
		return;
	m.object = v.guid;
	memcpy(m.n, v.n, sizeof(m.n));
	tell(l, &m);
	for (uint32_t i = 0; i < MOST_SLOTS && ocr_event_waiter(event, i, &w);
	     i++)
		if (ocr_guid_is_event(w.dest))
			tell_edge(l, OCR_FACT_FEED, w.dest, v.guid, w.slot,
				  OCR_FATE_THERE);
}

/* Events that would be satisfied by events that are gone. */
static void
tell_orphans(struct ocr_survey *l)
{
	struct ocr_orphan o;

	for (uint32_t i = 0; ocr_orphan_get(&l->rt->events->orphans, i, &o);
	     i++)
		if (ocr_guid_is_event(o.waiter.dest))
			tell_edge(l, OCR_FACT_FEED, o.waiter.dest, o.event,
				  o.waiter.slot, o.fate);
}

static void
tell_reduction(void *ctx, const struct ocr_collective_view *v)
{
	struct ocr_survey *l = ctx;
	struct ocr_msg_stuck_fact m = {
		.kind = OCR_FACT_REDUCTION,
		.object = v->guid,
		.n = {v->lack, v->has, v->needs, v->generation},
	};

	if (l->n++ < l->most)
		tell(l, &m);
}

static void
tell_block(void *ctx, void *home)
{
	struct ocr_survey *l = ctx;
	struct ocr_msg_stuck_fact m = {.kind = OCR_FACT_BLOCK};
	struct ocr_home_view v;

	if (!ocr_home_view(l->rt, home, &v) || l->n++ >= l->most)
		return;
	m.object = v.guid;
	m.n[0] = v.writers;
	m.n[1] = v.writer;
	m.n[2] = v.n_parts;
	m.n[3] = v.n_waiting;
	tell(l, &m);
	/* Of a job that moves tasks do not say what they acquire. */
	if (l->moves && ocr_guid_kind(v.first) == OCR_GUID_EDT)
		tell_edge(l, OCR_FACT_NEED, v.first, v.guid, 0, 0);
}

static void
tell_parked(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	/* The object is the first field of every message. */
	const struct ocr_msg_destroy *o = (const void *)op;
	const struct ocr_msg_add_dep *d = (const void *)op;
	struct ocr_survey *l = ctx;
	struct ocr_msg_stuck_fact m = {
		.kind = OCR_FACT_PARKED,
		.object = o->guid,
		.n = {op->type, from, op->type == OCR_MSG_CREATE_LABELED},
	};

	/* Those have named the event to the task. */
	if (op->type == OCR_MSG_ADD_DEP &&
	    ocr_guid_kind(d->dest) == OCR_GUID_EDT)
		return;
	if (l->n++ < l->most)
		tell(l, &m);
}

static void
tell_starved(void *ctx, const struct ocr_msg_grant *g)
{
	struct ocr_survey *l = ctx;
	struct ocr_memory_stats s;
	struct ocr_msg_stuck_fact m = {
		.kind = OCR_FACT_ROOM,
		.object = g->edt,
		.other = g->db,
	};

	ocr_memory_get_stats(l->rt->memory, &s);
	m.n[0] = g->size;
	m.n[1] = s.allocated_bytes;
	m.n[2] = s.limit_bytes;
	if (l->n++ < l->most)
		tell(l, &m);
}

/* Scopes that were opened inside others. */
static void
tell_scopes(struct ocr_survey *l)
{
	struct ocr_scopes *t = &l->rt->tasks->scopes;

	for (size_t i = 0; i < t->n_buckets; i++)
		for (struct ocr_scope *s = t->buckets[i]; s; s = s->next)
			if (s->parent && l->n++ < l->most)
				tell_edge(l, OCR_FACT_SCOPE, s->parent->guid,
					  s->guid, 0, 0);
}

static void
tell_rest(struct ocr_survey *l)
{
	struct ocr_msg_stuck_fact m = {.kind = OCR_FACT_REST};

	m.n[0] = l->n > l->most ? l->n - l->most : 0;
	if (m.n[0])
		tell(l, &m);
}

uint64_t
ocr_survey_most(const struct ocr_runtime *rt)
{
	uint64_t most = MOST_OBJECTS / rt->size;

	return most > FEW_OBJECTS ? most : FEW_OBJECTS;
}

/* What waits for objects that are not there, and scopes in scopes. */
static void
tell_resting(struct ocr_survey *l)
{
	l->n = 0;
	ocr_guidmap_each_parked(l->rt->guids, tell_parked, l);
	ocr_labels_each_parked(l->rt->labels, tell_parked, l);
	l->n = 0;
	tell_scopes(l);
}

void
ocr_survey_make(struct ocr_survey *l)
{
	struct ocr_runtime *rt = l->rt;

	l->most = ocr_survey_most(rt);
	l->n = 0;
	ocr_pool_look(&rt->tasks->edts, tell_task, l);
	tell_rest(l);
	l->n = 0;
	ocr_pool_look(&rt->events->pool, tell_event, l);
	tell_orphans(l);
	l->n = 0;
	ocr_collectives_each_stuck(rt, tell_reduction, l);
	l->n = 0;
	ocr_pool_look(&rt->data->homes, tell_block, l);
	ocr_starved_each(rt, tell_starved, l);
	if (!l->moves)
		tell_resting(l);
}
