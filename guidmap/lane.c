/* SPDX-License-Identifier: BSD-3-Clause */
/* lane.c - a window that slides over the numbers of chunks.
 *
 * The ring has one entry for each number from base to base + mask:
 *
 *   NULL --> a chunk --> &gone --> NULL, and base has passed it
 *     |          |                  ^
 *     +----------+------------------+
 *
 *   NULL -> chunk    install   its life begins
 *   chunk -> &gone   retire    its last hold was dropped
 *   &gone -> NULL    slide     nothing older is left in the window
 *   any -> NULL      evict     it lives on as a straggler, or is gone
 */
#include "guidmap/lane.h"
#include "fabric/log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define FIRST_RING 4u

/* Marks a number whose chunk is gone.  It has no holds and no lane, so a
 * reader that finds it believes nothing it says; nobody writes to it. */
static struct ocr_chunk gone;

static struct ocr_lane_ring *
ring_locked(struct ocr_lane *l)
{
	return atomic_load_explicit(&l->ring, memory_order_relaxed);
}

static struct ocr_chunk *
entry_locked(struct ocr_lane *l, uint64_t number)
{
	struct ocr_lane_ring *r = ring_locked(l);

	return atomic_load_explicit(&r->chunk[number & r->mask],
				    memory_order_relaxed);
}

static void
set_entry(struct ocr_lane_ring *r, uint64_t number, struct ocr_chunk *c)
{
	/* pairs with ocr_lane_peek() */
	atomic_store_explicit(&r->chunk[number & r->mask], c,
			      memory_order_release);
}

static size_t
ring_bytes(uint64_t size)
{
	return sizeof(struct ocr_lane_ring) +
	       size * sizeof(_Atomic(struct ocr_chunk *));
}

static struct ocr_lane_ring *
ring_create(struct ocr_chunk_pool *p, uint64_t size)
{
	struct ocr_lane_ring *r = calloc(1, ring_bytes(size));

	if (!r)
		return NULL;
	r->mask = size - 1;
	atomic_fetch_add_explicit(&p->bytes, ring_bytes(size),
				  memory_order_relaxed);
	return r;
}

static enum ocr_lane_place
find_locked(struct ocr_lane *l, uint64_t number, struct ocr_chunk **c)
{
	struct ocr_chunk *x = NULL;

	if (number >= l->top && number - l->top >= OCR_LANE_JUMP)
		return OCR_LANE_BAD;
	if (number < l->base) {
		if (!ocr_stragglers_find(&l->stragglers, number, &x))
			return OCR_LANE_GONE;
	} else if (number - l->base <= ring_locked(l)->mask) {
		x = entry_locked(l, number);
	}
	if (!x)
		return OCR_LANE_NONE;
	if (x == &gone)
		return OCR_LANE_GONE;
	*c = x;
	return OCR_LANE_CHUNK;
}

/* Passes what is gone at the front of the window. */
static void
slide(struct ocr_lane *l)
{
	while (l->base < l->top && entry_locked(l, l->base) == &gone)
		set_entry(ring_locked(l), l->base++, NULL);
}

/* Moves the front of the window to `base`; leaves it in between, and in
 * order, when memory runs out. */
static int
evict(struct ocr_lane *l, uint64_t base)
{
	uint64_t end = l->base + ring_locked(l)->mask + 1;
	struct ocr_chunk *c;

	while (l->base < base && l->base < end) {
		c = entry_locked(l, l->base);
		/* Into the stragglers first: a reader finds it in either. */
		if (c != &gone && ocr_stragglers_append(&l->stragglers, l->pool,
							l->base, l->base, c))
			return -ENOMEM;
		if (c && c != &gone)
			l->living--;
		set_entry(ring_locked(l), l->base++, NULL);
	}
	if (l->base < base) {
		if (ocr_stragglers_append(&l->stragglers, l->pool, l->base,
					  base - 1, NULL))
			return -ENOMEM;
		l->base = base;
	}
	return 0;
}

/* Makes the ring large enough for numbers base .. base + span - 1. */
static int
grow(struct ocr_lane *l, uint64_t span)
{
	struct ocr_lane_ring *old = ring_locked(l), *r;
	uint64_t size = old->mask + 1, n;

	while (size < span)
		size *= 2;
	r = ring_create(l->pool, size);
	if (!r)
		return -ENOMEM;
	for (n = l->base; n <= l->base + old->mask; n++)
		set_entry(r, n, entry_locked(l, n));
	r->older = old;
	/* pairs with ocr_lane_peek() */
	atomic_store_explicit(&l->ring, r, memory_order_release);
	return 0;
}

/* Makes the window reach `number`, which is not before it. */
static int
reach(struct ocr_lane *l, uint64_t number)
{
	uint64_t limit = ((uint64_t)l->living + 1) * OCR_LANE_SPARSE;
	uint64_t span;

	if (limit < OCR_LANE_SPAN)
		limit = OCR_LANE_SPAN;
	if (number - l->base >= limit && evict(l, number - limit + 1))
		return -ENOMEM;
	span = number - l->base + 1;
	return span > ring_locked(l)->mask + 1 ? grow(l, span) : 0;
}

/* Starts the life of a chunk that find_locked() found to be none. */
static int
install(struct ocr_lane *l, uint64_t number, struct ocr_chunk *c)
{
	if (number < l->base) {
		/* Found early, c has no holds yet and is not believed. */
		if (ocr_stragglers_claim(&l->stragglers, l->pool, number, c))
			return -ENOMEM;
		ocr_chunk_begin(l->pool, c, l, number);
		return 0;
	}
	if (reach(l, number))
		return -ENOMEM;
	ocr_chunk_begin(l->pool, c, l, number);
	set_entry(ring_locked(l), number, c);
	l->living++;
	if (number >= l->top)
		l->top = number + 1;
	return 0;
}

/* Removes a chunk without holds and gives it back. */
static void
retire(struct ocr_lane *l, struct ocr_chunk *c)
{
	uint64_t number =
		atomic_load_explicit(&c->number, memory_order_relaxed);

	ocr_lock(&l->lock, OCR_LOCK_GUIDMAP);
	if (number < l->base) {
		ocr_stragglers_remove(&l->stragglers, number);
	} else {
		if (entry_locked(l, number) != c)
			ocr_bug("chunk %" PRIu64 " is not in its lane", number);
		set_entry(ring_locked(l), number, &gone);
		l->living--;
		slide(l);
	}
	ocr_unlock(&l->lock, OCR_LOCK_GUIDMAP);
	atomic_fetch_sub_explicit(&l->pool->living, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&l->pool->back, 1, memory_order_relaxed);
	ocr_chunk_put(l->pool, c);
}

int
ocr_lane_create(struct ocr_lane **l, struct ocr_chunk_pool *p)
{
	struct ocr_lane *x = calloc(1, sizeof(*x));
	struct ocr_lane_ring *r;

	if (!x)
		return -ENOMEM;
	r = ring_create(p, FIRST_RING);
	if (!r) {
		free(x);
		return -ENOMEM;
	}
	atomic_init(&x->ring, r);
	x->pool = p;
	ocr_lock_init(&x->lock);
	atomic_fetch_add_explicit(&p->bytes, sizeof(*x), memory_order_relaxed);
	*l = x;
	return 0;
}

void
ocr_lane_destroy(struct ocr_lane *l)
{
	struct ocr_lane_ring *r = ring_locked(l), *older;
	size_t bytes = sizeof(*l);

	for (; r; r = older) {
		older = r->older;
		bytes += ring_bytes(r->mask + 1);
		free(r);
	}
	ocr_stragglers_fini(&l->stragglers, l->pool);
	atomic_fetch_sub_explicit(&l->pool->bytes, bytes, memory_order_relaxed);
	free(l);
}

enum ocr_lane_place
ocr_lane_read_slow(struct ocr_lane *l, uint64_t number, unsigned index,
		   uint64_t *value)
{
	enum ocr_lane_place place;
	struct ocr_chunk *c;

	c = ocr_stragglers_peek(&l->stragglers, number);
	if (c && ocr_chunk_read(c, l, number, index, value))
		return OCR_LANE_CHUNK;
	ocr_lock(&l->lock, OCR_LOCK_GUIDMAP);
	place = find_locked(l, number, &c);
	/* Without holds it is as good as gone, and its slots are still there
	 * and dead: it leaves the lane under the lock alone. */
	if (place == OCR_LANE_CHUNK)
		*value = atomic_load_explicit(&c->slot[index],
					      memory_order_acquire);
	ocr_unlock(&l->lock, OCR_LOCK_GUIDMAP);
	return place;
}

/* What find_locked() says, and holds the chunk that there is. */
static int
try_hold(struct ocr_lane *l, uint64_t number, struct ocr_chunk **c)
{
	switch (find_locked(l, number, c)) {
	case OCR_LANE_CHUNK:
		return ocr_chunk_hold(*c, l, number) ? 0 : -ESTALE;
	case OCR_LANE_NONE:
		return -ENOENT;
	case OCR_LANE_GONE:
		return -ESTALE;
	default:
		return -EINVAL;
	}
}

int
ocr_lane_hold(struct ocr_lane *l, uint64_t number, struct ocr_chunk **c)
{
	struct ocr_chunk *spare;
	int err;

	*c = ocr_lane_peek(l, number);
	if (*c && ocr_chunk_hold(*c, l, number))
		return 0;
	*c = ocr_stragglers_peek(&l->stragglers, number);
	if (*c && ocr_chunk_hold(*c, l, number))
		return 0;

	ocr_lock(&l->lock, OCR_LOCK_GUIDMAP);
	err = try_hold(l, number, c);
	ocr_unlock(&l->lock, OCR_LOCK_GUIDMAP);
	if (err != -ENOENT)
		return err;

	/* The pool's lock has the same rank, so this is no place for it. */
	spare = ocr_chunk_get(l->pool);
	if (!spare)
		return -ENOMEM;
	ocr_lock(&l->lock, OCR_LOCK_GUIDMAP);
	err = try_hold(l, number, c);
	if (err == -ENOENT) {
		err = install(l, number, spare);
		if (!err) {
			*c = spare;
			spare = NULL;
			/* Readers with an old pointer may be in already. */
			err = ocr_chunk_hold(*c, l, number) ? 0 : -ESTALE;
		}
	}
	ocr_unlock(&l->lock, OCR_LOCK_GUIDMAP);
	if (spare)
		ocr_chunk_put(l->pool, spare);
	return err;
}

void
ocr_lane_drop(struct ocr_lane *l, struct ocr_chunk *c, unsigned n)
{
	if (ocr_chunk_drop(c, n))
		retire(l, c);
}

void
ocr_lane_each(struct ocr_lane *l, void (*fn)(void *ctx, struct ocr_chunk *c),
	      void *ctx)
{
	struct ocr_chunk *c;
	uint64_t n;

	ocr_stragglers_each(&l->stragglers, fn, ctx);
	for (n = l->base; n < l->top; n++) {
		c = entry_locked(l, n);
		if (c && c != &gone)
			fn(ctx, c);
	}
}
