/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_whole.c - see edt_whole.h. */
#include "src/task/edt_whole.h"

#include "fabric/log.h"
#include "src/base/fail.h"
#include "src/base/hooks.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/event/event.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/task/scope.h"
#include "src/task/tasks.h"

#include <errno.h>
#include <string.h>

/* One with a hint of a node alone is not moved.  What a program does to a task
 * that runs is told by its place in strict mode, and main() of a legacy program
 * asks how events are. */
bool
ocr_edt_whole_may(struct ocr_runtime *rt, const struct ocr_edt_birth *b)
{
	return !b->flags && ocr_guid_flags(b->guid) == OCR_GUID_PLACED &&
	       (ocr_guid_is_null(b->output) ||
		(ocr_guid_kind(b->output) == OCR_GUID_EVENT_ONCE &&
		 !ocr_label_is(b->output))) &&
	       ocr_edt_whole_fits(rt, b);
}

static inline void
take_riders(struct ocr_edt *t, const struct ocr_msg_rider *r, uint32_t n)
{
	struct ocr_waiter *w = ocr_edt_whole_waiter(t);

	w->dest = NULL_GUID;
	for (uint32_t i = 0; i < n; i++) {
		if (r[i].mode & OCR_RIDER_WAITS)
			*w = ocr_waiter_of(r[i].guid, r[i].slot,
					   r[i].mode & ~OCR_RIDER_WAITS);
		else
			ocr_edt_depv(t)[r[i].slot].mode =
				(ocrDbAccessMode_t)r[i].mode;
	}
}

/* All but its slots and who waits. */
static inline __attribute__((always_inline)) struct ocr_edt *
make(struct ocr_runtime *rt, struct ocr_edt_birth *b)
{
	struct ocr_worker *w = ocr_self;
	struct ocr_edt *t = NULL;

	if (ocr_edt_has_way(w) || !ocr_edt_make_way(w))
		t = ocr_pool_get(&rt->tasks->edts, &w->edts);
	if (!t) {
		rt->hooks->full(rt);
		if (b->scope)
			ocr_scope_leave(rt, b->scope);
		return NULL;
	}
	ocr_edt_fill(rt, t, b, t->near, false);
	t->hidden = t->whole = true;
	for (uint32_t i = 0; i < b->paramc; i++)
		t->near[i] = b->paramv[i];
	return t;
}

static inline void
begin(struct ocr_runtime *rt, struct ocr_edt *t, ocrGuid_t g)
{
	ocr_edt_set_state(t, OCR_EDT_READY);
	ocr_guid_cell_set(&t->name, g);
	ocr_worker_ready(rt, &t->run);
}

int
ocr_edt_whole_make(struct ocr_runtime *rt, struct ocr_edt_birth *b,
		   const struct ocr_msg_rider *r, uint32_t n)
{
	struct ocr_edt *t = make(rt, b);

	if (!t)
		return -ENOMEM;
	take_riders(t, r, n);
	begin(rt, t, b->guid);
	return 0;
}

int
ocr_edt_whole_make_for(struct ocr_runtime *rt, struct ocr_edt_birth *b,
		       struct ocr_waiter waits)
{
	struct ocr_edt *t = make(rt, b);

	if (!t)
		return -ENOMEM;
	for (uint32_t i = 0; i < b->depc; i++)
		ocr_edt_depv(t)[i].mode = DB_DEFAULT_MODE;
	*ocr_edt_whole_waiter(t) = waits;
	begin(rt, t, b->guid);
	return 0;
}

/* There is another g, or has been, or there is no memory. */
static __attribute__((cold, noinline)) void
lament(struct ocr_edt *t, ocrGuid_t g, int err)
{
	char text[OCR_GUID_TEXT];

	if (err == -ENOMEM)
		ocr_fail(t->rt, "no memory for the name of a task");
	else
		ocr_log_error(t->rt->self, "%s was created once more: %s",
			      ocr_guid_text(g, text), strerror(-err));
}

/* What has come for its output event meets it, and it is one; or NULL_GUID. */
static void
make_event(struct ocr_edt *t, const struct ocr_waiter *w)
{
	int err = 0;

	if (ocr_guid_is_null(t->output))
		return;
	err = ocr_guid_is_null(w->dest)
		      ? ocr_event_create(t->rt, t->output, 0)
		      : ocr_event_create_for(t->rt, t->output, w);
	if (!err)
		return;
	lament(t, t->output, err);
	t->output = NULL_GUID;
}

/* The same of the task; one that is there already stays that one. */
static void
show_task(struct ocr_edt *t)
{
	int err;

	t->whole = t->hidden = false;
	err = ocr_names_publish(t->rt, ocr_edt_guid(t), t,
				ocr_edt_apply_parked);
	t->hidden = err;
	if (err)
		lament(t, ocr_edt_guid(t), err);
}

void
ocr_edt_whole_show(struct ocr_edt *t)
{
	ocr_self->depth++;
	make_event(t, ocr_edt_whole_waiter(t));
	show_task(t);
	ocr_direct_end(t->rt);
}

void
ocr_edt_whole_linger(struct ocr_edt *t)
{
	ocr_self->depth++;
	show_task(t);
	ocr_direct_end(t->rt);
}

struct search {
	ocrGuid_t g;
	bool found;
};

static void
look_at(void *ctx, void *edt)
{
	struct search *s = ctx;

	s->found |= ocr_edt_is(edt, s->g);
}

bool
ocr_edt_whole_lives(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct search s = {.g = g};
	void *obj;

	if (ocr_guid_kind(g) != OCR_GUID_EDT ||
	    ocr_guid_flags(g) != OCR_GUID_PLACED)
		return false;
	switch (ocr_names_find(rt, g, &obj)) {
	case OCR_SLOT_NEVER:
	case OCR_SLOT_PARKED:
		ocr_pool_look(&rt->tasks->edts, look_at, &s);
		return s.found;
	default:
		return false;
	}
}

/* Somebody has asked for the event since.  Who waited for it has been told. */
static __attribute__((cold, noinline)) void
satisfy_others(struct ocr_edt *t, ocrGuid_t data)
{
	const struct ocr_waiter none = {.dest = NULL_GUID};
	ocrGuid_t g = t->output;
	struct ocr_msg_satisfy m = {
		.op = OCR_OP(OCR_MSG_SATISFY, struct ocr_msg_satisfy),
		.event = g,
	};
	int err;

	make_event(t, &none);
	if (ocr_guid_is_null(t->output))
		return;
	m.data = data;
	err = ocr_event_satisfy(&t->now->stream, g, data, 0);
	if (err)
		ocr_dispatch_report(t->rt, t->rt->self, &m.op, err);
}

bool
ocr_edt_whole_tell(struct ocr_edt *t, ocrGuid_t data)
{
	const struct ocr_waiter *waits = ocr_edt_whole_waiter(t);
	struct ocr_worker *w = ocr_self;
	struct ocr_runtime *rt = t->rt;

	if (!ocr_direct_ok(&t->now->stream)) {
		ocr_edt_whole_show(t);
		return false;
	}
	w->depth++;
	if (!ocr_guid_is_null(waits->dest))
		ocr_event_tell(rt, waits,
			       ocr_guid_carries(t->output) ? data : NULL_GUID);
	if (!ocr_guidmap_skip(rt->guids, t->output, &w->dead))
		satisfy_others(t, data);
	w->depth--;
	if (w->follows)
		ocr_run_delayed(rt);
	return true;
}

bool
ocr_edt_whole_end(struct ocr_worker *w, struct ocr_edt *t)
{
	if (ocr_guidmap_skip(t->rt->guids, ocr_edt_guid(t), &w->dead))
		return true;
	w->depth++;
	show_task(t);
	ocr_direct_end(t->rt);
	return t->hidden;
}
