/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_make.c - a task is made, and found from then on. */
#include "src/task/edt.h"

#include "src/base/hint.h"
#include "src/base/hooks.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/event/event.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/task/edt_life.h"
#include "src/task/edt_side.h"
#include "src/task/scope.h"
#include "src/task/tasks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Before others can find the task, so without its lock. */
static __attribute__((noinline)) int
take_hints(struct ocr_edt *t, const struct ocr_edt_birth *b)
{
	ocrHint_t h;

	memcpy(&h, b->hint, sizeof(h));
	ocr_hint_clean(&h, OCR_HINT_EDT_T, t->rt->size);
	return h.mask ? ocr_edt_side_hint_locked(t, &h) : 0;
}

static inline int
fill(struct ocr_runtime *rt, struct ocr_edt *t, const struct ocr_edt_birth *b)
{
	size_t bytes = ocr_edt_words_bytes(b);
	uint64_t *words = t->near;
	int err = 0;

	t->rt = rt;
	if (bytes > sizeof(t->near)) {
		words = bytes <= OCR_EDT_FAR_BYTES
				? ocr_pool_get(&rt->tasks->fars,
					       &ocr_self->fars)
				: malloc(bytes);
		if (!words)
			return -ENOMEM;
	}
	ocr_edt_fill(rt, t, b, words, !b->hidden && ocr_label_is(b->guid));
	if (b->paramc)
		memcpy(words, b->paramv, b->paramc * sizeof(*words));
	if (b->hint)
		err = take_hints(t, b);
	else if (b->flags & OCR_EDT_MOVED && !ocr_guid_is_null(b->tmpl))
		err = ocr_edt_side_rename(t, b->tmpl);
	ocr_edt_begin(t, b);
	return err;
}

/* Nobody has found it. */
static __attribute__((cold, noinline)) void
unmake(struct ocr_edt *t)
{
	/* Who looks at all tasks passes it over. */
	ocr_guid_cell_clear(&t->name);
	atomic_store_explicit(&t->state, OCR_EDT_GONE, memory_order_relaxed);
	ocr_edt_recycle(ocr_self, t);
}

/* There will never be such a task: its scope does not wait for it. */
static __attribute__((cold, noinline)) int
fail(struct ocr_runtime *rt, struct ocr_scope *scope, struct ocr_edt *t,
     int err)
{
	if (t)
		unmake(t);
	else
		rt->hooks->full(rt);
	if (scope)
		ocr_scope_leave(rt, scope);
	return err;
}

/* Its output event, and its place in the map.  With slots it may have run and
 * gone when this returns 0. */
static inline int
announce(struct ocr_runtime *rt, struct ocr_edt *t, ocrGuid_t g)
{
	ocrGuid_t output =
		t->run.flags & OCR_EDT_OUTPUT_GIVEN ? NULL_GUID : t->output;
	int err =
		ocr_guid_is_null(output) ? 0 : ocr_event_create(rt, output, 0);

	if (err || t->hidden)
		return err;
	err = ocr_names_put(rt, g, t, ocr_edt_apply_parked);
	if (err)
		ocr_edt_destroy_output(rt, output);
	return err;
}

int
ocr_edt_make_way(struct ocr_worker *w)
{
	struct ocr_pool *p = &w->rt->tasks->nows;
	void *now = ocr_pool_get(p, &w->nows);

	if (now)
		ocr_pool_put(p, &w->nows, now);
	return now ? 0 : -ENOMEM;
}

int
ocr_edt_make(struct ocr_runtime *rt, struct ocr_edt_birth *b)
{
	struct ocr_worker *w = ocr_self;
	struct ocr_edt *t = NULL;
	int err;

	if (ocr_edt_has_way(w) || !ocr_edt_make_way(w))
		t = ocr_pool_get(&rt->tasks->edts, &w->edts);
	if (!t)
		return fail(rt, b->scope, NULL, -ENOMEM);
	err = fill(rt, t, b);
	if (!err && (!b->hidden || ocr_edt_makes_output(b)))
		err = announce(rt, t, b->guid);
	if (__builtin_expect(err, 0))
		return fail(rt, b->scope, t, err);
	b->edt = t;
	if (!b->depc)
		ocr_worker_ready(rt, &t->run);
	return 0;
}

/* What rides on the creation, before anybody knows of the task.  Returns who
 * waits for its output event, or NULL; *all: no slot waits any more. */
static inline const struct ocr_msg_rider *
take_riders(struct ocr_edt *t, const struct ocr_msg_rider *r, uint32_t n,
	    bool *all)
{
	const struct ocr_msg_rider *waits = NULL;

	for (uint32_t i = 0; i < n; i++) {
		if (r[i].mode & OCR_RIDER_WAITS) {
			waits = &r[i];
			continue;
		}
		ocr_edt_depv(t)[r[i].slot] = (ocrEdtDep_t){
			.guid = r[i].guid,
			.mode = (ocrDbAccessMode_t)r[i].mode,
		};
		t->unmet--;
	}
	*all = t->depc && !t->unmet;
	if (*all)
		ocr_edt_set_state(t, OCR_EDT_ACQUIRING);
	return waits;
}

/* As announce(), of one without a label; `waits` may be NULL. */
static inline int
announce_to(struct ocr_runtime *rt, struct ocr_edt *t, ocrGuid_t g,
	    const struct ocr_msg_rider *waits)
{
	struct ocr_waiter w;
	int err;

	if (!waits)
		return announce(rt, t, g);
	w = ocr_waiter_of(waits->guid, waits->slot,
			  waits->mode & ~OCR_RIDER_WAITS);
	err = ocr_event_create_for(rt, t->output, &w);
	if (err)
		return err;
	err = ocr_names_put(rt, g, t, ocr_edt_apply_parked);
	if (err)
		ocr_edt_destroy_output(rt, t->output);
	return err;
}

int
ocr_edt_make_ridden(struct ocr_runtime *rt, struct ocr_edt_birth *b,
		    const struct ocr_msg_rider *r, uint32_t n)
{
	struct ocr_worker *w = ocr_self;
	const struct ocr_msg_rider *waits;
	struct ocr_edt *t = NULL;
	bool all;
	int err;

	if (ocr_edt_has_way(w) || !ocr_edt_make_way(w))
		t = ocr_pool_get(&rt->tasks->edts, &w->edts);
	if (!t)
		return fail(rt, b->scope, NULL, -ENOMEM);
	err = fill(rt, t, b);
	if (!err) {
		waits = take_riders(t, r, n, &all);
		err = announce_to(rt, t, b->guid, waits);
	}
	if (__builtin_expect(err, 0))
		return fail(rt, b->scope, t, err);
	b->edt = t;
	/* Else another may have it by now.  One that waits for blocks is
	 * nobody else's, and one without slots is ready. */
	if (all)
		ocr_edt_acquire(t);
	else if (!b->depc)
		ocr_worker_ready(rt, &t->run);
	return 0;
}

int
ocr_edt_publish(struct ocr_edt *t, ocrGuid_t g, bool is_ready)
{
	struct ocr_scope *scope = t->scope;
	struct ocr_runtime *rt = t->rt;
	int err;

	ocr_self->depth++;
	err = announce(rt, t, g);
	if (__builtin_expect(err, 0))
		fail(rt, scope, t, err);
	else if (is_ready)
		ocr_worker_ready(rt, &t->run);
	ocr_direct_end(rt);
	return err;
}

void
ocr_edt_offer(struct ocr_worker *w, const struct ocr_deque_place *at,
	      struct ocr_edt *t)
{
	ocr_sched_offer(w, at, &t->run);
}
