/* SPDX-License-Identifier: BSD-3-Clause */
/* lane.h - the chunks of one (creator, class), by number.
 *
 * Inside guidmap/ only, but for guidmap_guess.h.  Knows which chunks exist, are
 * gone, or never were; knows nothing of what a slot's value means.
 *
 *   number  0            base                      base + ring's size
 *           |  stragglers  |  ring: chunk, gone, none |  none ...
 *
 * The window slides: gone chunks at its front are passed.  When it would
 * become longer than OCR_LANE_SPAN and hold almost nothing, its oldest chunks
 * and unused numbers move to the stragglers.
 * Threads: all functions from any thread, create, destroy and each excepted.
 *
 * Which operations may run together:
 *   peek || anything   the ring's entries and the stragglers are hints: what
 *                      peek returns must pass ocr_chunk_read() or
 *                      ocr_chunk_hold().  An answer that takes no lock is
 *                      always an answer by the chunk itself.  Who finds
 *                      nothing that way asks again under the lock.  Rings and
 *                      tables that grew are kept, for readers still inside.
 *   all others         change the lane under its lock.  A chunk that is in
 *                      the lane stays what it is while the lock is held, since
 *                      who dropped its last hold needs the lock to remove it.
 */
#ifndef GUIDMAP_LANE_H
#define GUIDMAP_LANE_H

#include "guidmap/chunk.h"
#include "guidmap/straggler.h"

/* The window may always span so many chunks, a million counters; longer only
 * while one in OCR_LANE_SPARSE of them lives.  Tests make it small. */
#ifndef OCR_LANE_SPAN
#define OCR_LANE_SPAN 4096u
#endif
#define OCR_LANE_SPARSE 8u

/* No honest creator jumps further ahead: 2^32 counters. */
#define OCR_LANE_JUMP (UINT64_C(1) << (32 - OCR_GUID_CHUNK_BITS))

struct ocr_lane_ring {
	struct ocr_lane_ring *older; /* a reader may still be there */
	uint64_t mask;
	_Atomic(struct ocr_chunk *) chunk[]; /* by number & mask */
};

struct ocr_lane {
	/* Changed under lock, read by peek without: */
	_Atomic(struct ocr_lane_ring *) ring;
	struct ocr_stragglers stragglers;
	/* Fixed after create: */
	struct ocr_chunk_pool *pool;
	struct ocr_lock lock; /* rank OCR_LOCK_GUIDMAP */
	/* Guarded by lock: */
	uint32_t living; /* chunks in the ring */
	uint64_t base;	 /* the ring's first number */
	uint64_t top;	 /* one past the largest number that has a chunk */
};

enum ocr_lane_place {
	OCR_LANE_NONE, /* never used */
	OCR_LANE_CHUNK,
	OCR_LANE_GONE, /* all its slots are dead */
	OCR_LANE_BAD   /* too far ahead */
};

/* 0 or -ENOMEM. */
int ocr_lane_create(struct ocr_lane **l, struct ocr_chunk_pool *p);
void ocr_lane_destroy(struct ocr_lane *l);

/* As ocr_lane_read(), for when the hints do not help. */
enum ocr_lane_place ocr_lane_read_slow(struct ocr_lane *l, uint64_t number,
				       unsigned index, uint64_t *value);

/* Finds the chunk of that number, or starts its life, and holds it.  0;
 * -ESTALE: it is gone; -EINVAL: too far ahead; -ENOMEM. */
int ocr_lane_hold(struct ocr_lane *l, uint64_t number, struct ocr_chunk **c);

/* Drops n holds on a chunk of this lane; the last one gives it back. */
void ocr_lane_drop(struct ocr_lane *l, struct ocr_chunk *c, unsigned n);

/* Visits every chunk; the lane must not change meanwhile. */
void ocr_lane_each(struct ocr_lane *l,
		   void (*fn)(void *ctx, struct ocr_chunk *c), void *ctx);

static inline struct ocr_chunk *
ocr_lane_peek(struct ocr_lane *l, uint64_t number)
{
	struct ocr_lane_ring *r;

	/* pairs with grow() */
	r = atomic_load_explicit(&l->ring, memory_order_acquire);
	/* Acquire: the chunk's memory has been prepared. */
	return atomic_load_explicit(&r->chunk[number & r->mask],
				    memory_order_acquire);
}

/* *value is set when CHUNK is returned. */
static inline enum ocr_lane_place
ocr_lane_read(struct ocr_lane *l, uint64_t number, unsigned index,
	      uint64_t *value)
{
	struct ocr_chunk *c = ocr_lane_peek(l, number);

	if (c && ocr_chunk_read(c, l, number, index, value))
		return OCR_LANE_CHUNK;
	return ocr_lane_read_slow(l, number, index, value);
}

#endif
