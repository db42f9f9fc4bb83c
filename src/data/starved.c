/* SPDX-License-Identifier: BSD-3-Clause */
/* starved.c - see starved.h.
 *
 * One thread at a time tries: it alone takes out of the list, so it may walk
 * the list while others append.
 */
#include "src/data/starved.h"

#include "fabric/fence.h"
#include "guidmap/guid.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/acquire.h"
#include "src/data/cache.h"
#include "src/data/data.h"
#include "src/stream/dispatch.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

struct ocr_hungry {
	struct ocr_hungry *next;
	struct ocr_msg_grant grant; /* its bytes may follow */
};

static bool
is_one_before(const struct ocr_starved *s, const struct ocr_hungry *end,
	      ocrGuid_t db)
{
	const struct ocr_hungry *h;

	/* One that asks again waits for nobody, and nobody for it. */
	for (h = s->first; h != end; h = h->next)
		if (ocr_guid_eq(h->grant.db, db) &&
		    !(h->grant.flags & OCR_GRANT_AGAIN))
			return true;
	return false;
}

bool
ocr_starved_has(struct ocr_runtime *rt, ocrGuid_t db)
{
	struct ocr_starved *s = &rt->data->starved;
	bool has;

	/* Relaxed: grants of one block come one after the other. */
	if (!atomic_load_explicit(&s->n, memory_order_relaxed))
		return false;
	ocr_lock(&s->lock, OCR_LOCK_STARVED);
	has = is_one_before(s, NULL, db);
	ocr_unlock(&s->lock, OCR_LOCK_STARVED);
	return has;
}

void
ocr_starved_add(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	size_t len = m->op.len_bytes;
	struct ocr_starved *s = &rt->data->starved;
	struct ocr_hungry *h = malloc(offsetof(struct ocr_hungry, grant) + len);

	if (!h) {
		ocr_fail_memory(rt, NULL);
		return;
	}
	h->next = NULL;
	memcpy(&h->grant, m, len);
	/* RECALL passes it, and YIELD. */
	h->grant.flags &= ~(uint32_t)(OCR_GRANT_LEASE | OCR_GRANT_KEEP);
	ocr_lock(&s->lock, OCR_LOCK_STARVED);
	if (s->last)
		s->last->next = h;
	else
		s->first = h;
	s->last = h;
	/* Relaxed: the lock orders the list.  The first try empties the
	 * cache; memory may have been freed since this one found none. */
	atomic_fetch_add_explicit(&s->n, 1, memory_order_relaxed);
	atomic_store_explicit(&s->hope, 1, memory_order_relaxed);
	ocr_unlock(&s->lock, OCR_LOCK_STARVED);
	/* Whoever frees memory from here on sees this one in the list; what was
	 * freed before is found by the try that follows.  Without a fence for
	 * all each has his own. */
	while (!ocr_fence_all() && ocr_fences_all)
		sched_yield(); /* the kernel has no memory for it, now */
}

void
ocr_starved_hope(struct ocr_runtime *rt)
{
	/* Behind what was freed; pairs with ocr_starved_add(). */
	ocr_fence_unless_all();
	/* Relaxed: who adds to the list hopes himself. */
	if (atomic_load_explicit(&rt->data->starved.n, memory_order_relaxed))
		atomic_store_explicit(&rt->data->starved.hope, 1,
				      memory_order_relaxed);
}

void
ocr_starved_retry_now(struct ocr_runtime *rt)
{
	struct ocr_msg_starved m = {
		.op = OCR_OP(OCR_MSG_STARVED, struct ocr_msg_starved),
	};

	if (!atomic_exchange_explicit(&rt->data->starved.hope, 0,
				      memory_order_relaxed))
		return;
	ocr_emit(rt, rt->self, &m.op);
}

static bool
try_one(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	bool done;

	while (!(done = ocr_acquire_again(rt, m)) && ocr_cache_evict(rt))
		;
	return done;
}

/* The one after h, which goes if it is done; h NULL: the first. */
static struct ocr_hungry *
step(struct ocr_starved *s, struct ocr_hungry *h, bool done)
{
	struct ocr_hungry **p, *before = NULL, *next;

	ocr_lock(&s->lock, OCR_LOCK_STARVED);
	next = h ? h->next : s->first;
	if (done) {
		for (p = &s->first; *p != h; p = &(*p)->next)
			before = *p;
		*p = next;
		if (s->last == h)
			s->last = before;
		atomic_fetch_sub_explicit(&s->n, 1, memory_order_relaxed);
	}
	ocr_unlock(&s->lock, OCR_LOCK_STARVED);
	if (done)
		free(h);
	return next;
}

static void
try_all(struct ocr_runtime *rt)
{
	struct ocr_starved *s = &rt->data->starved;
	struct ocr_hungry *h;
	bool wait, done;

	for (h = step(s, NULL, false); h; h = step(s, h, done)) {
		ocr_lock(&s->lock, OCR_LOCK_STARVED);
		wait = is_one_before(s, h, h->grant.db);
		ocr_unlock(&s->lock, OCR_LOCK_STARVED);
		wait = wait && !(h->grant.flags & OCR_GRANT_AGAIN);
		done = !wait && try_one(rt, &h->grant);
	}
}

static bool
begin_trying(struct ocr_starved *s)
{
	bool mine;

	ocr_lock(&s->lock, OCR_LOCK_STARVED);
	mine = !s->trying;
	s->trying = true;
	if (!mine) /* who is at it looks again */
		atomic_store_explicit(&s->hope, 1, memory_order_relaxed);
	ocr_unlock(&s->lock, OCR_LOCK_STARVED);
	return mine;
}

int
ocr_starved_on_retry(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	struct ocr_starved *s = &rt->data->starved;
	bool again = true;

	(void)from, (void)op;
	if (!begin_trying(s))
		return 0;
	while (again) {
		try_all(rt);
		ocr_lock(&s->lock, OCR_LOCK_STARVED);
		again = s->first && atomic_exchange_explicit(
					    &s->hope, 0, memory_order_relaxed);
		s->trying = again;
		ocr_unlock(&s->lock, OCR_LOCK_STARVED);
	}
	return 0;
}

void
ocr_starved_each(struct ocr_runtime *rt,
		 void (*fn)(void *ctx, const struct ocr_msg_grant *m),
		 void *ctx)
{
	const struct ocr_hungry *h;

	ocr_lock(&rt->data->starved.lock, OCR_LOCK_STARVED);
	for (h = rt->data->starved.first; h; h = h->next)
		fn(ctx, &h->grant);
	ocr_unlock(&rt->data->starved.lock, OCR_LOCK_STARVED);
}

void
ocr_starved_fini(struct ocr_runtime *rt)
{
	while (rt->data->starved.first) {
		struct ocr_hungry *h = rt->data->starved.first;

		rt->data->starved.first = h->next;
		free(h);
	}
}
