/* SPDX-License-Identifier: BSD-3-Clause */
/* naming.c - see naming.h. */
#include "src/observe/naming.h"

#include "guidmap/guid.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/event/event.h"
#include "src/event/events.h"
#include "src/event/orphans.h"
#include "src/names/names.h"
#include "src/reduce/collective.h"
#include "src/task/edt_whole.h"
#include "src/task/tasks.h"

static void
name_to_task(struct ocr_naming *n, ocrGuid_t event, const struct ocr_waiter *w,
	     enum ocr_event_fate fate)
{
	struct ocr_msg_stuck_wait m = {
		.op = OCR_OP(OCR_MSG_STUCK_WAIT, struct ocr_msg_stuck_wait),
		.edt = w->dest,
		.event = event,
		.fate = fate,
	};
	void *task = ocr_waiter_task(w);

	if (ocr_guid_kind(w->dest) != OCR_GUID_EDT)
		return;
	m.slot = task ? 0 : w->slot;
	n->tell(n, &m, task);
}

static void
name_event(void *naming, void *event)
{
	struct ocr_naming *n = naming;
	struct ocr_event_view v;
	struct ocr_waiter w;

	if (!ocr_event_view(event, &v))
		return;
	for (uint32_t i = 0; ocr_event_waiter(event, i, &w); i++)
		name_to_task(n, v.guid, &w, OCR_FATE_THERE);
}

/* The output event of a task that need not be found, which may run, and end,
 * meanwhile, and another begin in its place: so it is looked at twice.  A
 * sanitizer would complain. */
static __attribute__((no_sanitize("thread"), noinline)) bool
copy_whole_locked(struct ocr_edt *t, ocrGuid_t *event, struct ocr_waiter *w)
{
	ocrGuid_t g = ocr_edt_guid(t);
	bool whole = *(const volatile bool *)&t->whole;

	*event = *(const volatile ocrGuid_t *)&t->output;
	*w = *(const volatile struct ocr_waiter *)ocr_edt_whole_waiter(t);
	/* pairs with ocr_edt_whole_make(): another life has another name */
	atomic_thread_fence(memory_order_acquire);
	return whole && ocr_edt_is(t, g);
}

static void
name_output(void *naming, void *edt)
{
	struct ocr_edt *t = edt;
	struct ocr_waiter w;
	ocrGuid_t event;
	bool whole;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	whole = copy_whole_locked(t, &event, &w);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (whole)
		name_to_task(naming, event, &w, OCR_FATE_THERE);
}

static void
name_orphans(struct ocr_naming *n)
{
	struct ocr_orphan o;

	for (uint32_t i = 0; ocr_orphan_get(&n->rt->events->orphans, i, &o);
	     i++)
		name_to_task(n, o.event, &o.waiter, o.fate);
}

/* A dependence on an event that is not there. */
static void
name_absent(void *naming, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_add_dep *m = (const void *)op;
	struct ocr_waiter w;

	(void)from;
	if (op->type != OCR_MSG_ADD_DEP)
		return;
	w = ocr_waiter_of(m->dest, m->slot, m->mode);
	name_to_task(naming, m->event, &w, OCR_FATE_ABSENT);
}

static void
name_taker(void *naming, const struct ocr_msg_stuck_wait *m)
{
	struct ocr_naming *n = naming;

	n->tell(n, m, NULL);
}

void
ocr_naming_make(struct ocr_naming *n)
{
	struct ocr_runtime *rt = n->rt;

	/* One that lives counts more than one that is gone. */
	name_orphans(n);
	if (!n->moves) {
		ocr_guidmap_each_parked(rt->guids, name_absent, n);
		ocr_labels_each_parked(rt->labels, name_absent, n);
	}
	ocr_pool_look(&rt->events->pool, name_event, n);
	ocr_pool_look(&rt->tasks->edts, name_output, n);
	ocr_collectives_explain(rt, name_taker, n);
}

/* Whoever satisfies the slot writes over it. */
static void
note_locked(struct ocr_edt *t, const struct ocr_msg_stuck_wait *m)
{
	ocrEdtDep_t *slot;

	if (atomic_load_explicit(&t->state, memory_order_relaxed) !=
		    OCR_EDT_WAITING ||
	    m->slot >= t->depc)
		return;
	slot = &ocr_edt_depv(t)[m->slot];
	if ((uint32_t)slot->mode != OCR_EDT_UNSATISFIED)
		return;
	slot->guid = m->event;
	slot->ptr = (void *)(uintptr_t)m->fate;
}

void
ocr_naming_note(struct ocr_runtime *rt, const struct ocr_msg_stuck_wait *m)
{
	struct ocr_edt *t;
	void *obj;

	/* A task that was destroyed waits for nothing. */
	if (ocr_names_find(rt, m->edt, &obj) != OCR_SLOT_LIVE)
		return;
	t = obj;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_edt_is(t, m->edt))
		note_locked(t, m);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
}

void
ocr_naming_note_at(void *task, const struct ocr_msg_stuck_wait *m)
{
	struct ocr_edt *t = task;

	/* It may have got a name since the event was told of it. */
	if (ocr_guid_is_null(ocr_edt_name_now(t, m->edt)))
		return;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	note_locked(t, m);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
}
