/* SPDX-License-Identifier: BSD-3-Clause */
/* deque.c - see deque.h. */
#include "src/sched/deque.h"

#include "fabric/log.h"

#include <sched.h>
#include <stdlib.h>

#define FIRST_RING 256

/* Of fewer, one is taken at a time. */
#define MANY 8

/* So often the owner looks whether a claim has ended, before it gives its core
 * away: the thief may have none. */
#define LOOKS 200

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
	d->seen = 0;
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

static uint64_t
top_at(int64_t index)
{
	return (uint64_t)index << 8;
}

static int64_t
claimed(uint64_t top)
{
	return (int64_t)(top & 0xff);
}

static struct ocr_ring *
grow(struct ocr_deque *d, struct ocr_ring *r, int64_t bottom)
{
	struct ocr_ring *more = ring_new(2 * (r->mask + 1), r);

	if (!more)
		ocr_no_memory("%lld ready tasks",
			(long long)(2 * (r->mask + 1)));
	for (int64_t i = d->seen; i < bottom; i++)
		atomic_store_explicit(
			&more->slots[i & more->mask],
			atomic_load_explicit(&r->slots[i & r->mask],
					     memory_order_relaxed),
			memory_order_release);
	/* pairs with ocr_deque_steal() */
	atomic_store_explicit(&d->ring, more, memory_order_release);
	return more;
}

struct ocr_ring *
ocr_deque_make_room(struct ocr_deque *d, int64_t bottom)
{
	struct ocr_ring *r =
		atomic_load_explicit(&d->ring, memory_order_relaxed);

	/* Acquire: thieves have read what is written over. */
	d->seen = ocr_deque_index(
		atomic_load_explicit(&d->top, memory_order_acquire));
	return bottom - d->seen > r->mask ? grow(d, r, bottom) : r;
}

static bool
move_top(struct ocr_deque *d, uint64_t *top, uint64_t to)
{
	return atomic_compare_exchange_strong_explicit(
		&d->top, top, to, memory_order_seq_cst, memory_order_relaxed);
}

/* The top, where no claim goes beyond `newest`. */
static uint64_t
top_for(struct ocr_deque *d, int64_t newest)
{
	uint64_t top = atomic_load_explicit(&d->top, memory_order_seq_cst);

	for (unsigned look = 1;
	     claimed(top) && newest < ocr_deque_index(top) + claimed(top);
	     look++) {
		if (look % LOOKS == 0)
			sched_yield();
		top = atomic_load_explicit(&d->top, memory_order_seq_cst);
	}
	return top;
}

struct ocr_runnable *
ocr_deque_pop(struct ocr_deque *d)
{
	int64_t b = atomic_load_explicit(&d->bottom, memory_order_relaxed);
	struct ocr_ring *r;
	struct ocr_runnable *t;
	uint64_t top;

	/* Empty as far as the owner can see: thieves only make it emptier. */
	if (b <= ocr_deque_index(
			 atomic_load_explicit(&d->top, memory_order_relaxed)))
		return NULL;
	b--;
	r = atomic_load_explicit(&d->ring, memory_order_relaxed);
	/* Total order between "I take the last one" here and in steal. */
	atomic_store_explicit(&d->bottom, b, memory_order_seq_cst);
	top = top_for(d, b);
	t = atomic_load_explicit(&r->slots[b & r->mask], memory_order_relaxed);
	/* What is claimed lies before it, and no other thief can come so far
	 * with a bottom that it has read before. */
	if (b > ocr_deque_index(top))
		return t;
	/* The last one, if it is there.  When somebody was faster with a claim,
	 * that may have taken nothing. */
	while (b == ocr_deque_index(top)) {
		if (move_top(d, &top, top_at(b + 1)))
			break;
		top = top_for(d, b);
	}
	if (b < ocr_deque_index(top))
		t = NULL;
	atomic_store_explicit(&d->bottom, b + 1, memory_order_release);
	return t;
}

struct ocr_runnable *
ocr_deque_pop_alone(struct ocr_deque *d)
{
	int64_t b = atomic_load_explicit(&d->bottom, memory_order_relaxed) - 1;
	struct ocr_ring *r =
		atomic_load_explicit(&d->ring, memory_order_relaxed);

	if (b < ocr_deque_index(
			atomic_load_explicit(&d->top, memory_order_relaxed)))
		return NULL;
	atomic_store_explicit(&d->bottom, b, memory_order_release);
	return atomic_load_explicit(&r->slots[b & r->mask],
				    memory_order_relaxed);
}

struct ocr_runnable *
ocr_deque_steal(struct ocr_deque *d)
{
	uint64_t top = atomic_load_explicit(&d->top, memory_order_seq_cst);
	int64_t b = atomic_load_explicit(&d->bottom, memory_order_seq_cst);
	int64_t first = ocr_deque_index(top);
	struct ocr_ring *r;
	struct ocr_runnable *t;

	if (claimed(top) || first >= b)
		return NULL;
	/* pairs with grow() */
	r = atomic_load_explicit(&d->ring, memory_order_acquire);
	t = atomic_load_explicit(&r->slots[first & r->mask],
				 memory_order_acquire);
	return move_top(d, &top, top_at(first + 1)) ? t : NULL;
}

/* The claim stands: nobody else changes the top, and nothing is written over.
 */
static unsigned
take_claimed(struct ocr_deque *d, int64_t first, int64_t n,
	     struct ocr_runnable **some)
{
	/* What the owner has taken before it could see the claim. */
	int64_t left =
		atomic_load_explicit(&d->bottom, memory_order_seq_cst) - first;
	/* pairs with grow() */
	struct ocr_ring *r =
		atomic_load_explicit(&d->ring, memory_order_acquire);

	if (n > left)
		n = left > 0 ? left : 0;
	for (int64_t i = 0; i < n; i++)
		some[i] = atomic_load_explicit(&r->slots[(first + i) & r->mask],
					       memory_order_acquire);
	atomic_store_explicit(&d->top, top_at(first + n), memory_order_seq_cst);
	return (unsigned)n;
}

unsigned
ocr_deque_steal_seen(struct ocr_deque *d, uint64_t top, unsigned n,
		     struct ocr_runnable **some)
{
	if (claimed(top) || !move_top(d, &top, top | n))
		return 0;
	return take_claimed(d, ocr_deque_index(top), n, some);
}

unsigned
ocr_deque_steal_some(struct ocr_deque *d, struct ocr_runnable **some)
{
	uint64_t top = atomic_load_explicit(&d->top, memory_order_seq_cst);
	int64_t b = atomic_load_explicit(&d->bottom, memory_order_seq_cst);
	int64_t first = ocr_deque_index(top), n = (b - first) / 4;

	if (b - first < MANY) {
		some[0] = ocr_deque_steal(d);
		return some[0] != NULL;
	}
	if (n > OCR_DEQUE_SOME)
		n = OCR_DEQUE_SOME;
	return ocr_deque_steal_seen(d, top, (unsigned)n, some);
}

int64_t
ocr_deque_count(struct ocr_deque *d)
{
	return atomic_load_explicit(&d->bottom, memory_order_relaxed) -
	       ocr_deque_index(
		       atomic_load_explicit(&d->top, memory_order_relaxed));
}

bool
ocr_deque_is_empty(struct ocr_deque *d)
{
	return ocr_deque_index(
		       atomic_load_explicit(&d->top, memory_order_relaxed)) >=
	       atomic_load_explicit(&d->bottom, memory_order_relaxed);
}
