/* SPDX-License-Identifier: BSD-3-Clause */
/* deque.c - see deque.h. */
#include "src/sched/deque.h"

#include "fabric/log.h"

#include <stdlib.h>

#define FIRST_RING 256

static struct ocr_ring *
ring_new(int64_t n, struct ocr_ring *older)
{
	struct ocr_ring *r = calloc(1, sizeof(*r) + (size_t)n * sizeof(void *));

	if (r) {
		r->older = older;
		r->mask = n - 1;
	}
	return r;
}

int
ocr_deque_init(struct ocr_deque *d)
{
	struct ocr_ring *r = ring_new(FIRST_RING, NULL);

	if (!r)
		return -1;
	atomic_init(&d->top, 0);
	atomic_init(&d->bottom, 0);
	atomic_init(&d->ring, r);
	return 0;
}

void
ocr_deque_fini(struct ocr_deque *d)
{
	struct ocr_ring *r =
		atomic_load_explicit(&d->ring, memory_order_relaxed);

	while (r) {
		struct ocr_ring *older = r->older;

		free(r);
		r = older;
	}
	atomic_store_explicit(&d->ring, NULL, memory_order_relaxed);
}

struct ocr_ring *
ocr_deque_grow(struct ocr_deque *d, int64_t top, int64_t bottom)
{
	struct ocr_ring *r =
		atomic_load_explicit(&d->ring, memory_order_relaxed);
	struct ocr_ring *more = ring_new(2 * (r->mask + 1), r);

	if (!more)
		ocr_bug("no memory for %lld ready tasks",
			(long long)(2 * (r->mask + 1)));
	for (int64_t i = top; i < bottom; i++)
		atomic_store_explicit(
			&more->slots[i & more->mask],
			atomic_load_explicit(&r->slots[i & r->mask],
					     memory_order_relaxed),
			memory_order_release);
	/* pairs with ocr_deque_steal() */
	atomic_store_explicit(&d->ring, more, memory_order_release);
	return more;
}

struct ocr_runnable *
ocr_deque_pop(struct ocr_deque *d)
{
	int64_t b = atomic_load_explicit(&d->bottom, memory_order_relaxed);
	struct ocr_ring *r;
	struct ocr_runnable *t;
	int64_t top;

	/* Empty as far as the owner can see: thieves only make it emptier. */
	if (b <= atomic_load_explicit(&d->top, memory_order_relaxed))
		return NULL;
	b--;
	r = atomic_load_explicit(&d->ring, memory_order_relaxed);
	/* Total order between "I take the last one" here and in steal. */
	atomic_store_explicit(&d->bottom, b, memory_order_seq_cst);
	top = atomic_load_explicit(&d->top, memory_order_seq_cst);
	if (top > b) {
		atomic_store_explicit(&d->bottom, b + 1, memory_order_release);
		return NULL;
	}
	t = atomic_load_explicit(&r->slots[b & r->mask], memory_order_relaxed);
	if (top == b) {
		if (!atomic_compare_exchange_strong_explicit(
			    &d->top, &top, top + 1, memory_order_seq_cst,
			    memory_order_relaxed))
			t = NULL;
		atomic_store_explicit(&d->bottom, b + 1, memory_order_release);
	}
	return t;
}

struct ocr_runnable *
ocr_deque_pop_alone(struct ocr_deque *d)
{
	int64_t b = atomic_load_explicit(&d->bottom, memory_order_relaxed) - 1;
	struct ocr_ring *r =
		atomic_load_explicit(&d->ring, memory_order_relaxed);

	if (b < atomic_load_explicit(&d->top, memory_order_relaxed))
		return NULL;
	atomic_store_explicit(&d->bottom, b, memory_order_release);
	return atomic_load_explicit(&r->slots[b & r->mask],
				    memory_order_relaxed);
}

struct ocr_runnable *
ocr_deque_steal(struct ocr_deque *d)
{
	int64_t top = atomic_load_explicit(&d->top, memory_order_seq_cst);
	int64_t b = atomic_load_explicit(&d->bottom, memory_order_seq_cst);
	struct ocr_ring *r;
	struct ocr_runnable *t;

	if (top >= b)
		return NULL;
	/* pairs with grow() */
	r = atomic_load_explicit(&d->ring, memory_order_acquire);
	t = atomic_load_explicit(&r->slots[top & r->mask],
				 memory_order_acquire);
	if (!atomic_compare_exchange_strong_explicit(&d->top, &top, top + 1,
						     memory_order_seq_cst,
						     memory_order_relaxed))
		return NULL;
	return t;
}

bool
ocr_deque_is_empty(struct ocr_deque *d)
{
	return atomic_load_explicit(&d->top, memory_order_relaxed) >=
	       atomic_load_explicit(&d->bottom, memory_order_relaxed);
}
