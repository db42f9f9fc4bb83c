/* SPDX-License-Identifier: BSD-3-Clause */
/* stuck.c - see stuck.h. */
#include "src/observe/stuck.h"

#include "fabric/log.h"
#include "src/base/code.h"
#include "src/base/hooks.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/data/starved.h"
#include "src/event/event.h"
#include "src/event/events.h"
#include "src/event/orphans.h"
#include "src/names/names.h"
#include "src/names/waiter.h"
#include "src/observe/facts.h"
#include "src/observe/refused.h"
#include "src/observe/verdict.h"
#include "src/observe/watch.h"
#include "src/reduce/collective.h"
#include "src/task/pause.h"
#include "src/sched/sched.h"
#include "src/stream/dispatch.h"
#include "src/task/await.h"
#include "src/task/edt.h"
#include "src/task/tasks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Of each kind of object, on all nodes together, but at least a few of each
 * node; and slots, or blocks, of one task. */
#define MOST_OBJECTS 4096
#define FEW_OBJECTS  16
#define MOST_SLOTS   8

/* -- Events name themselves -------------------------------------------------
 */

static void
name_to_task(struct ocr_runtime *rt, ocrGuid_t event,
	     const struct ocr_waiter *w, enum ocr_event_fate fate)
{
	struct ocr_msg_stuck_wait m = {
		.op = OCR_OP(OCR_MSG_STUCK_WAIT, struct ocr_msg_stuck_wait),
		.edt = w->dest,
		.event = event,
		.slot = w->slot,
		.fate = fate,
	};

	if (ocr_guid_kind(w->dest) == OCR_GUID_EDT)
		ocr_emit(rt, ocr_owner_of(rt, w->dest), &m.op);
}

static void
name_event(void *runtime, void *event)
{
	struct ocr_runtime *rt = runtime;
	struct ocr_event_view v;
	struct ocr_waiter w;

	if (!ocr_event_view(event, &v))
		return;
	for (uint32_t i = 0; ocr_event_waiter(event, i, &w); i++) {
		w = ocr_waiter_known(rt, &w);
		name_to_task(rt, v.guid, &w, OCR_FATE_THERE);
	}
}

static void
name_orphans(struct ocr_runtime *rt)
{
	struct ocr_orphan o;

	for (uint32_t i = 0; ocr_orphan_get(&rt->events->orphans, i, &o); i++)
		name_to_task(rt, o.event, &o.waiter, o.fate);
}

/* A dependence on an event that is not there. */
static void
name_absent(void *runtime, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_add_dep *m = (const void *)op;
	struct ocr_waiter w;

	(void)from;
	if (op->type != OCR_MSG_ADD_DEP)
		return;
	w = (struct ocr_waiter){m->dest, m->slot, m->mode};
	name_to_task(runtime, m->event, &w, OCR_FATE_ABSENT);
}

static void
name_all(struct ocr_runtime *rt)
{
	/* One that lives counts more than one that is gone. */
	name_orphans(rt);
	ocr_guidmap_each_parked(rt->guids, name_absent, rt);
	ocr_labels_each_parked(rt->labels, name_absent, rt);
	ocr_pool_each(&rt->events->pool, name_event, rt);
	ocr_collectives_explain(rt);
}

/* What the slot waits for is noted in the slot itself: nothing will come for
 * it any more. */
int
ocr_stuck_on_wait(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_stuck_wait *m = (const void *)op;
	struct ocr_edt *t;
	void *obj;

	/* A reduction event tells it where it is waited for. */
	if (ocr_guid_kind(m->edt) != OCR_GUID_EDT || m->fate >= OCR_FATES ||
	    (ocr_owner_of(rt, m->event) != from &&
	     ocr_guid_kind(m->event) != OCR_GUID_EVENT_COLLECTIVE))
		return -EINVAL;
	/* A task that was destroyed waits for nothing. */
	if (ocr_names_find(rt, m->edt, &obj) != OCR_SLOT_LIVE)
		return 0;
	t = obj;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_edt_is(t, m->edt) && m->slot < t->depc &&
	    (uint32_t)ocr_edt_depv(t)[m->slot].mode == OCR_EDT_UNSATISFIED) {
		ocr_edt_depv(t)[m->slot].guid = m->event;
		ocr_edt_depv(t)[m->slot].ptr = (void *)(uintptr_t)m->fate;
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return 0;
}

/* -- Every node tells -------------------------------------------------------
 */

struct telling {
	struct ocr_runtime *rt;
	uint64_t n, most; /* objects of the kind that is being told */
};

static void
tell(struct ocr_runtime *rt, const struct ocr_msg_stuck_fact *fact)
{
	struct ocr_msg_stuck_fact m = *fact;

	m.op = OCR_OP(OCR_MSG_STUCK_FACT, struct ocr_msg_stuck_fact);
	ocr_emit(rt, 0, &m.op);
}

static void
tell_edge(struct ocr_runtime *rt, enum ocr_fact_kind kind, ocrGuid_t object,
	  ocrGuid_t other, uint32_t slot, uint64_t n)
{
	struct ocr_msg_stuck_fact m = {
		.object = object,
		.other = other,
		.kind = kind,
		.slot = slot,
		.n = {n},
	};

	tell(rt, &m);
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

static bool
copy_task(struct task_copy *c, struct ocr_edt *t)
{
	*c = (struct task_copy){.guid = NULL_GUID};
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	c->guid = ocr_edt_guid(t);
	if (!ocr_guid_is_null(c->guid)) {
		c->output = t->output;
		c->scope = t->scope ? t->scope->guid : NULL_GUID;
		c->own = ocr_edt_own(t) ? ocr_edt_own(t)->guid : NULL_GUID;
		c->func = ocr_edt_func(t);
		c->awaits = ocr_await_view(t, &c->by);
		c->depc = t->depc;
		c->state =
			atomic_load_explicit(&t->state, memory_order_relaxed);
		if (c->state == OCR_EDT_WAITING)
			copy_slots_locked(c, t);
		else if (c->state == OCR_EDT_ACQUIRING)
			copy_blocks_locked(c, t);
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return !ocr_guid_is_null(c->guid);
}

/* A task of the runtime that waits in the place of a body is not told of: the
 * body waits.  Of main() nobody else tells. */
static void
tell_await(struct ocr_runtime *rt, const struct task_copy *c)
{
	struct ocr_msg_stuck_fact m = {
		.object = c->by.edt,
		.kind = OCR_FACT_TASK,
		.n = {OCR_EDT_RUNNING, 0, 0, OCR_FACT_MAIN},
	};

	if (c->by.guest)
		tell(rt, &m);
	for (uint32_t i = 0; i < c->n_blocks; i++)
		tell_edge(rt, OCR_FACT_NEED, c->by.edt, c->blocks[i], 0, 0);
	if (!c->n_slots)
		return;
	m.kind = OCR_FACT_AWAIT;
	m.other = c->slots[0].event;
	m.n[0] = c->slots[0].fate;
	m.n[1] = c->by.call;
	tell(rt, &m);
}

static void
tell_task(void *ctx, void *edt)
{
	struct telling *l = ctx;
	struct ocr_runtime *rt = l->rt;
	struct ocr_msg_stuck_fact m = {.kind = OCR_FACT_TASK};
	struct task_copy c;

	if (!copy_task(&c, edt) || l->n++ >= l->most)
		return;
	if (c.awaits) {
		tell_await(rt, &c);
		return;
	}
	m.object = c.guid;
	m.n[0] = c.state;
	m.n[1] = c.depc;
	m.n[2] = c.n_free;
	if (ocr_sched_is_closed(rt->sched))
		m.n[3] = 1 + ocr_guid_eq(ocr_pause_owner(rt), c.guid);
	ocr_code_of(c.func, &m.code);
	tell(rt, &m);
	for (uint32_t i = 0; i < c.n_slots; i++)
		tell_edge(rt, OCR_FACT_SLOT, c.guid, c.slots[i].event,
			  c.slots[i].slot, c.slots[i].fate);
	for (uint32_t i = 0; i < c.n_blocks; i++)
		tell_edge(rt, OCR_FACT_NEED, c.guid, c.blocks[i], 0, 0);
	if (!ocr_guid_is_null(c.output))
		tell_edge(rt, OCR_FACT_OUTPUT, c.output, c.guid, 0, 0);
	if (!ocr_guid_is_null(c.scope))
		tell_edge(rt, OCR_FACT_MEMBER, c.scope, c.guid, 0, 0);
	if (!ocr_guid_is_null(c.own))
		tell_edge(rt, OCR_FACT_SCOPE, c.guid, c.own, 0, 0);
}

static void
tell_event(void *ctx, void *event)
{
	struct telling *l = ctx;
	struct ocr_event_view v;
	struct ocr_msg_stuck_fact m = {.kind = OCR_FACT_EVENT};
	struct ocr_waiter w;

	if (!ocr_event_view(event, &v) || l->n++ >= l->most)
		return;
	m.object = v.guid;
	memcpy(m.n, v.n, sizeof(m.n));
	tell(l->rt, &m);
	for (uint32_t i = 0; i < MOST_SLOTS && ocr_event_waiter(event, i, &w);
	     i++)
		if (ocr_guid_is_event(w.dest))
			tell_edge(l->rt, OCR_FACT_FEED, w.dest, v.guid, w.slot,
				  OCR_FATE_THERE);
}

/* Events that would be satisfied by events that are gone. */
static void
tell_orphans(struct ocr_runtime *rt)
{
	struct ocr_orphan o;

	for (uint32_t i = 0; ocr_orphan_get(&rt->events->orphans, i, &o); i++)
		if (ocr_guid_is_event(o.waiter.dest))
			tell_edge(rt, OCR_FACT_FEED, o.waiter.dest, o.event,
				  o.waiter.slot, o.fate);
}

static void
tell_reduction(void *ctx, const struct ocr_collective_view *v)
{
	struct telling *l = ctx;
	struct ocr_msg_stuck_fact m = {
		.kind = OCR_FACT_REDUCTION,
		.object = v->guid,
		.n = {v->lack, v->has, v->needs, v->generation},
	};

	if (l->n++ < l->most)
		tell(l->rt, &m);
}

static void
tell_block(void *ctx, void *home)
{
	struct telling *l = ctx;
	struct ocr_msg_stuck_fact m = {.kind = OCR_FACT_BLOCK};
	struct ocr_home_view v;

	if (!ocr_home_view(l->rt, home, &v) || l->n++ >= l->most)
		return;
	m.object = v.guid;
	m.n[0] = v.writers;
	m.n[1] = v.writer;
	m.n[2] = v.n_parts;
	m.n[3] = v.n_waiting;
	tell(l->rt, &m);
}

static void
tell_parked(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	/* The object is the first field of every message. */
	const struct ocr_msg_destroy *o = (const void *)op;
	const struct ocr_msg_add_dep *d = (const void *)op;
	struct telling *l = ctx;
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
		tell(l->rt, &m);
}

static void
tell_starved(void *ctx, const struct ocr_msg_grant *g)
{
	struct telling *l = ctx;
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
		tell(l->rt, &m);
}

/* Scopes that were opened inside others. */
static void
tell_scopes(struct telling *l)
{
	struct ocr_scopes *t = &l->rt->tasks->scopes;

	for (size_t i = 0; i < t->n_buckets; i++)
		for (struct ocr_scope *s = t->buckets[i]; s; s = s->next)
			if (s->parent && l->n++ < l->most)
				tell_edge(l->rt, OCR_FACT_SCOPE,
					  s->parent->guid, s->guid, 0, 0);
}

static void
tell_rest(struct telling *l)
{
	struct ocr_msg_stuck_fact m = {.kind = OCR_FACT_REST};

	m.n[0] = l->n > l->most ? l->n - l->most : 0;
	if (m.n[0])
		tell(l->rt, &m);
}

static void
tell_all(struct ocr_runtime *rt)
{
	uint64_t most = MOST_OBJECTS / rt->size;
	struct telling l = {
		.rt = rt,
		.most = most > FEW_OBJECTS ? most : FEW_OBJECTS,
	};

	ocr_pool_each(&rt->tasks->edts, tell_task, &l);
	tell_rest(&l);
	l.n = 0;
	ocr_pool_each(&rt->events->pool, tell_event, &l);
	tell_orphans(rt);
	l.n = 0;
	ocr_collectives_each_stuck(rt, tell_reduction, &l);
	l.n = 0;
	ocr_pool_each(&rt->data->homes, tell_block, &l);
	ocr_starved_each(rt, tell_starved, &l);
	l.n = 0;
	ocr_guidmap_each_parked(rt->guids, tell_parked, &l);
	ocr_labels_each_parked(rt->labels, tell_parked, &l);
	l.n = 0;
	tell_scopes(&l);
}

int
ocr_stuck_on_fact(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_stuck_fact *m = (const void *)op;
	struct ocr_quiet *q = &rt->watch->quiet;
	int err = 0;

	if (rt->self || m->kind >= OCR_FACT_KINDS)
		return -EINVAL;
	/* What comes too late is not told. */
	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	if (!q->stage)
		err = -EINVAL;
	else if (!rt->fabric || q->stage < OCR_STUCK_STAGES)
		ocr_facts_add(&rt->watch->facts, from, m);
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	return err;
}

/* -- Stages -----------------------------------------------------------------
 */

int
ocr_stuck_on_explain(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_explain *m = (const void *)op;

	if (from != rt->tree.parent)
		return -EINVAL;
	for (uint32_t i = 0; i < rt->tree.n; i++)
		ocr_dispatch_send(rt, ocr_tree_child(&rt->tree, i), op);
	/* Node 0 has begun it when it asked. */
	if (rt->self)
		ocr_quiet_begin_report(rt);
	if (m->tell) {
		tell_all(rt);
		return 0;
	}
	/* They may be the reason for all that follows.  In strict mode each has
	 * been told when it was called. */
	if (!rt->strict)
		ocr_refused_list(rt);
	name_all(rt);
	return 0;
}

static void
ask_all(struct ocr_runtime *rt, uint32_t to_tell)
{
	struct ocr_msg_explain m = {
		.op = OCR_OP(OCR_MSG_STUCK_EXPLAIN, struct ocr_msg_explain),
		.tell = to_tell,
	};

	ocr_emit(rt, rt->self, &m.op);
	if (rt->fabric)
		ocr_fabric_flush(rt->fabric);
}

void
ocr_stuck_stage(struct ocr_runtime *rt, uint32_t stage)
{
	switch (stage) {
	case 0:
		ocr_log_error(rt->self,
			      "the job cannot go on: nothing can run on any "
			      "node, and nobody has called ocrShutdown()");
		ask_all(rt, 0);
		break;
	case 1:
		ask_all(rt, 1);
		break;
	case 2:
		ocr_verdict_say(rt);
		rt->hooks->end(rt, 1);
		break;
	default:
		break;
	}
}
