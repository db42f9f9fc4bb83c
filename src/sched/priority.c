/* SPDX-License-Identifier: BSD-3-Clause */
/* priority.c - a binary heap, whose entries are also in a list by age. */
#include "src/sched/priority.h"

#include "fabric/log.h"

#include <stdbool.h>
#include <stdlib.h>

struct ocr_ranked {
	struct ocr_runnable *task;
	int64_t priority;
	uint64_t number; /* by age */
	size_t at;	 /* its place in the heap */
	struct ocr_ranked *older, *newer;
};

void
ocr_priority_fini(struct ocr_priority *q)
{
	for (size_t i = 0; i < q->n; i++)
		free(q->heap[i]);
	free(q->heap);
}

static bool
comes_first(const struct ocr_ranked *a, const struct ocr_ranked *b)
{
	return a->priority != b->priority ? a->priority > b->priority
					  : a->number < b->number;
}

static void
put_locked(struct ocr_priority *q, size_t at, struct ocr_ranked *r)
{
	q->heap[at] = r;
	r->at = at;
}

/* Finds the place for r, at or above `at`. */
static void
rise_locked(struct ocr_priority *q, size_t at, struct ocr_ranked *r)
{
	while (at && comes_first(r, q->heap[(at - 1) / 2])) {
		put_locked(q, at, q->heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	put_locked(q, at, r);
}

/* The same, at or below. */
static void
sink_locked(struct ocr_priority *q, size_t at, struct ocr_ranked *r)
{
	size_t child;

	while ((child = 2 * at + 1) < q->n) {
		if (child + 1 < q->n &&
		    comes_first(q->heap[child + 1], q->heap[child]))
			child++;
		if (!comes_first(q->heap[child], r))
			break;
		put_locked(q, at, q->heap[child]);
		at = child;
	}
	put_locked(q, at, r);
}

static void
count(struct ocr_priority *q, const struct ocr_ranked *r, uint32_t by)
{
	atomic_fetch_add_explicit(&q->n_all, by, memory_order_relaxed);
	if (r->priority > 0)
		atomic_fetch_add_explicit(&q->n_above, by,
					  memory_order_relaxed);
}

static struct ocr_runnable *
remove_locked(struct ocr_priority *q, struct ocr_ranked *r)
{
	struct ocr_ranked *last = q->heap[--q->n];
	struct ocr_runnable *t = r->task;
	size_t at = r->at;

	*(r->older ? &r->older->newer : &q->oldest) = r->newer;
	*(r->newer ? &r->newer->older : &q->newest) = r->older;
	count(q, r, UINT32_MAX);
	if (r != last) {
		sink_locked(q, at, last);
		rise_locked(q, last->at, last);
	}
	free(r);
	return t;
}

void
ocr_priority_push(struct ocr_priority *q, struct ocr_runnable *t,
		  int64_t priority)
{
	struct ocr_ranked *r = malloc(sizeof(*r)), **more;

	if (!r)
		ocr_no_memory("a ready task");
	ocr_lock(&q->lock, OCR_LOCK_SCHED);
	if (q->n == q->cap) {
		q->cap = q->cap ? 2 * q->cap : 64;
		more = realloc(q->heap, q->cap * sizeof(*more));
		if (!more)
			ocr_no_memory("%zu ready tasks", q->cap);
		q->heap = more;
	}
	*r = (struct ocr_ranked){
		.task = t,
		.priority = priority,
		.number = q->last++,
		.older = q->newest,
	};
	*(q->newest ? &q->newest->newer : &q->oldest) = r;
	q->newest = r;
	count(q, r, 1);
	rise_locked(q, q->n++, r);
	ocr_unlock(&q->lock, OCR_LOCK_SCHED);
}

struct ocr_runnable *
ocr_priority_take_any_above(struct ocr_priority *q)
{
	struct ocr_runnable *t = NULL;

	ocr_lock(&q->lock, OCR_LOCK_SCHED);
	if (q->n && q->heap[0]->priority > 0)
		t = remove_locked(q, q->heap[0]);
	ocr_unlock(&q->lock, OCR_LOCK_SCHED);
	return t;
}

struct ocr_runnable *
ocr_priority_take_any(struct ocr_priority *q)
{
	struct ocr_runnable *t = NULL;

	ocr_lock(&q->lock, OCR_LOCK_SCHED);
	if (q->n)
		t = remove_locked(q, q->heap[0]);
	ocr_unlock(&q->lock, OCR_LOCK_SCHED);
	return t;
}

struct ocr_runnable *
ocr_priority_take_oldest(struct ocr_priority *q)
{
	struct ocr_runnable *t = NULL;

	if (!atomic_load_explicit(&q->n_all, memory_order_relaxed))
		return NULL;
	ocr_lock(&q->lock, OCR_LOCK_SCHED);
	if (q->oldest)
		t = remove_locked(q, q->oldest);
	ocr_unlock(&q->lock, OCR_LOCK_SCHED);
	return t;
}
