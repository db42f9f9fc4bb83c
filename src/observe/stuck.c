/* SPDX-License-Identifier: BSD-3-Clause */
/* stuck.c - see stuck.h.
 *
 * Who waits for an event is known at the event, and which slots are open is
 * known at the task.  So the events are asked first: each names itself to the
 * tasks that wait for it, which note it in the slot.  Then each node can list
 * its tasks with all that they wait for.
 */
#include "src/observe/stuck.h"

#include "fabric/log.h"
#include "src/boot/runtime.h"
#include "src/object/names.h"
#include "src/data/home.h"
#include "src/object/collective.h"
#include "src/object/edt.h"
#include "src/object/event.h"
#include "src/observe/symbol.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

/* Lines of each kind, and slots or blocks of one task, that are shown. */
#define MOST_LINES 20
#define MOST_SLOTS 4

struct list {
	struct ocr_runtime *rt;
	uint64_t n; /* of the kind that is being listed */
};

/* -- What tasks wait for ----------------------------------------------------
 */

static void
explain(void *ctx, void *event)
{
	struct ocr_event_view v;

	if (ocr_event_view(event, &v))
		ocr_event_explain(ctx, event);
}

int
ocr_stuck_on_explain(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	(void)op;
	if (from)
		return -EINVAL;
	ocr_pool_each(&rt->events, explain, rt);
	ocr_collectives_explain(rt);
	return 0;
}

int
ocr_stuck_on_wait(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_stuck_wait *m = (const void *)op;
	struct ocr_edt *t;
	void *obj;

	/* A reduction event tells it where it is waited for. */
	if (ocr_guid_kind(m->edt) != OCR_GUID_EDT ||
	    (ocr_owner_of(rt, m->event) != from &&
	     ocr_guid_kind(m->event) != OCR_GUID_EVENT_COLLECTIVE))
		return -EINVAL;
	/* A task that was destroyed waits for nothing. */
	if (ocr_names_find(rt, m->edt, &obj) != OCR_SLOT_LIVE)
		return 0;
	t = obj;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_guid_eq(t->guid, m->edt) && m->slot < t->depc &&
	    (uint32_t)t->depv[m->slot].mode == OCR_EDT_UNSATISFIED)
		t->depv[m->slot].guid = m->event;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return 0;
}

void
ocr_stuck_begin(struct ocr_runtime *rt)
{
	struct ocr_msg_explain m = {
		.op = OCR_OP(OCR_MSG_STUCK_EXPLAIN, struct ocr_msg_explain),
	};

	ocr_log_error(rt->self,
		      "the job cannot go on: nothing can run on any node, and "
		      "nobody has called ocrShutdown()");
	for (ocr_node_t n = 1; n < rt->size; n++)
		ocr_fabric_send(rt->fabric, n, &m.op);
	if (rt->fabric)
		ocr_fabric_flush(rt->fabric);
	ocr_emit(rt, rt->self, &m.op);
}

void
ocr_stuck_end(struct ocr_runtime *rt)
{
	ocr_runtime_end_stuck(rt);
}

/* -- The list ---------------------------------------------------------------
 */

static bool
has_room(struct list *l)
{
	return ++l->n <= MOST_LINES;
}

static void
say_rest(struct list *l, const char *what)
{
	if (l->n > MOST_LINES)
		ocr_log_note(l->rt->self, "  and %" PRIu64 " more %s",
			     l->n - MOST_LINES, what);
	l->n = 0;
}

static void
say_slots(struct ocr_runtime *rt, const char *who, const struct ocr_edt *t)
{
	char text[OCR_GUID_TEXT];
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->depc; i++) {
		const ocrEdtDep_t *d = &t->depv[i];

		if ((uint32_t)d->mode != OCR_EDT_UNSATISFIED ||
		    ++n > MOST_SLOTS)
			continue;
		if (ocr_guid_is_null(d->guid))
			ocr_log_note(rt->self,
				     "  %s: slot %u of %u was given no "
				     "dependence",
				     who, i, t->depc);
		else
			ocr_log_note(rt->self,
				     "  %s: slot %u of %u waits for %s of "
				     "node %u",
				     who, i, t->depc,
				     ocr_guid_text(d->guid, text),
				     ocr_owner_of(rt, d->guid));
	}
	if (n > MOST_SLOTS)
		ocr_log_note(rt->self, "  %s: and %u more slots", who,
			     n - MOST_SLOTS);
}

static void
say_blocks(struct ocr_runtime *rt, const char *who, const struct ocr_edt *t)
{
	char text[OCR_GUID_TEXT];
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->held.n && n < MOST_SLOTS; i++) {
		const struct ocr_held_block *b = &t->held.blocks[i];

		if (b->block)
			continue;
		n++;
		ocr_log_note(rt->self, "  %s: needs %s of node %u", who,
			     ocr_guid_text(b->db, text),
			     ocr_owner_of(rt, b->db));
	}
}

static void
say_end(struct ocr_runtime *rt, const char *who, const struct ocr_edt *t)
{
	if (t->own)
		ocr_log_note(rt->self,
			     "  %s: has run; its finish scope has %" PRIu64
			     " members on this node, and perhaps others",
			     who,
			     atomic_load_explicit(&t->own->live,
						  memory_order_relaxed));
	else
		ocr_log_note(rt->self, "  %s: has run; operations of it wait",
			     who);
}

static void
list_task(void *ctx, void *edt)
{
	char text[OCR_GUID_TEXT], code[OCR_SYMBOL_TEXT];
	char who[sizeof(text) + sizeof(code) + 4];
	struct list *l = ctx;
	struct ocr_edt *t = edt;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (!ocr_guid_is_null(t->guid) && has_room(l)) {
		snprintf(who, sizeof(who), "%s (%s)",
			 ocr_guid_text(t->guid, text),
			 ocr_symbol_text((void *)(uintptr_t)t->func, code));
		switch (atomic_load_explicit(&t->state, memory_order_relaxed)) {
		case OCR_EDT_WAITING:
			say_slots(l->rt, who, t);
			break;
		case OCR_EDT_ACQUIRING:
			say_blocks(l->rt, who, t);
			break;
		default:
			say_end(l->rt, who, t);
			break;
		}
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
}

#define MOST_STATE 128

/* What an event has, and still needs to fire. */
static char *
state_text(const struct ocr_event_view *v, char *buf)
{
	switch (ocr_guid_kind(v->guid)) {
	case OCR_GUID_EVENT_LATCH:
		snprintf(buf, MOST_STATE,
			 "has not fired, its count is %" PRId64, v->count);
		break;
	case OCR_GUID_EVENT_COUNTED:
		snprintf(buf, MOST_STATE,
			 "has not fired, it expects %" PRId64
			 " dependences more",
			 v->count);
		break;
	case OCR_GUID_EVENT_CHANNEL:
		snprintf(buf, MOST_STATE,
			 "holds %" PRIu64 " satisfactions and %" PRIu64
			 " dependences, and fires with %u and %u",
			 v->n_satisfied, v->n_waiters, v->nb_sat, v->nb_deps);
		break;
	default:
		snprintf(buf, MOST_STATE, "has not fired");
		break;
	}
	return buf;
}

static void
list_event(void *ctx, void *event)
{
	struct list *l = ctx;
	struct ocr_event_view v;
	char text[OCR_GUID_TEXT], state[MOST_STATE];

	if (!ocr_event_view(event, &v) || !has_room(l))
		return;
	ocr_log_note(l->rt->self, "  %s%s %s; waiting for it: %" PRIu64,
		     ocr_guid_text(v.guid, text),
		     ocr_guid_flags(v.guid) & OCR_GUID_OUTPUT
			     ? " (output of a task)"
			     : "",
		     state_text(&v, state), v.n_waiters);
}

static void
list_collective(void *ctx, const char *text)
{
	struct list *l = ctx;

	if (has_room(l))
		ocr_log_note(l->rt->self, "  %s", text);
}

/* Who has a block that others wait for. */
static char *
holder_text(const struct ocr_home_view *v, char *buf)
{
	if (v->n_parts)
		snprintf(buf, MOST_STATE, "is cut into %u parts", v->n_parts);
	else if (v->writers && v->writer == OCR_NODE_NONE)
		snprintf(buf, MOST_STATE, "waits for what it is a part of");
	else
		snprintf(buf, MOST_STATE, "is written by %u tasks of node %u",
			 v->writers, v->writer);
	return buf;
}

static void
list_block(void *ctx, void *home)
{
	char text[OCR_GUID_TEXT], first[OCR_GUID_TEXT], state[MOST_STATE];
	struct list *l = ctx;
	struct ocr_home_view v;

	if (!ocr_home_view(l->rt, home, &v) || !has_room(l))
		return;
	ocr_log_note(l->rt->self, "  %s %s; waiting for it: %u, first %s",
		     ocr_guid_text(v.guid, text), holder_text(&v, state),
		     v.n_waiting, ocr_guid_text(v.first, first));
}

static void
list_parked(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	/* The object is the first field of every message. */
	const struct ocr_msg_destroy *m = (const void *)op;
	const char *name = ocr_dispatch_table[op->type].name;
	char text[OCR_GUID_TEXT];
	struct list *l = ctx;

	if (has_room(l))
		ocr_log_note(l->rt->self,
			     op->type == OCR_MSG_CREATE_LABELED
				     ? "  %s, which still exists: %s, sent by "
				       "node %u"
				     : "  %s, which was never created: %s, "
				       "sent by node %u",
			     ocr_guid_text(m->guid, text),
			     name ? name : "an operation", from);
}

static void
list_starved(void *ctx, const struct ocr_msg_grant *m)
{
	char text[OCR_GUID_TEXT], edt[OCR_GUID_TEXT];
	struct ocr_memory_stats s;
	struct list *l = ctx;

	if (!has_room(l))
		return;
	ocr_memory_get_stats(l->rt->memory, &s);
	ocr_log_note(l->rt->self,
		     "  %s waits for %llu bytes of memory for %s: blocks use "
		     "%llu of %llu (OCR_MEM_LIMIT)",
		     ocr_guid_text(m->edt, edt), (unsigned long long)m->size,
		     ocr_guid_text(m->db, text),
		     (unsigned long long)s.allocated_bytes,
		     (unsigned long long)s.limit_bytes);
}

void
ocr_stuck_list(struct ocr_runtime *rt)
{
	struct list l = {.rt = rt};

	ocr_log_note(rt->self, "what waits on this node:");
	ocr_pool_each(&rt->edts, list_task, &l);
	if (!l.n)
		ocr_log_note(rt->self, "  no task");
	say_rest(&l, "tasks");
	ocr_pool_each(&rt->events, list_event, &l);
	ocr_collectives_each_stuck(rt, list_collective, &l);
	say_rest(&l, "events");
	ocr_pool_each(&rt->homes, list_block, &l);
	ocr_starved_each(rt, list_starved, &l);
	say_rest(&l, "blocks");
	ocr_guidmap_each_parked(rt->guids, list_parked, &l);
	ocr_labels_each_parked(rt->labels, list_parked, &l);
	say_rest(&l, "operations");
}
