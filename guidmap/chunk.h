/* SPDX-License-Identifier: BSD-3-Clause */
/* chunk.h - 256 slots, and who they belong to in this life.
 *
 * Inside guidmap/ only, but for guidmap_guess.h.  Chunks are type-stable: they
 * come from a pool, go back to it, and are freed with the pool alone.  So any
 * pointer to a chunk, however old, may be followed, and what is found there
 * must prove that it is what was looked for.
 *
 *   life   63                                     16 15             0
 *         +-----------------------------------------+----------------+
 *         |     lifetime, grows with each begin     |     holds      |
 *         +-----------------------------------------+----------------+
 *
 * A hold for each slot that is not dead, and one for each thread that is
 * changing a slot.  A life begins with 256 holds, ends with none, and no hold
 * can be had from none.  Who drops the last hold gives the chunk back.
 *
 * A slot begins as ocr_chunk_fresh(): the lifetime, and two low bits clear.
 * Its user sets at least one of them in every other value.
 *
 * Which operations may run together:
 *   read || anything   read loads life, lane, number, slot, and life again.
 *                      It believes the slot when both times the lifetime was
 *                      the same and there were holds.  Proof: the first load
 *                      acquires begin's release, so nothing is older than that
 *                      life.  Whatever overwrites lane, number or a slot after
 *                      it was done by get or begin, later than the last drop,
 *                      with release; a load that saw it makes the second load
 *                      of life see the last drop or something later.
 *   hold || anything   the same, with a compare-and-swap in place of the
 *                      second load; from then on the life cannot end
 *   change of a slot   only under a hold, so it never hits another life; or,
 *                      for the first change, by compare-and-swap from the
 *                      fresh value, which no other life has
 *   get, begin || read, hold    see above: begin's store of life comes last
 *   get, begin, put || each other   never on one chunk: it has one owner
 *                      between the last drop and begin
 */
#ifndef GUIDMAP_CHUNK_H
#define GUIDMAP_CHUNK_H

#include "fabric/lock.h"
#include "guidmap/guid_counter.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OCR_CHUNK_HOLDS_BITS 16
#define OCR_CHUNK_HOLDS_MASK ((UINT64_C(1) << OCR_CHUNK_HOLDS_BITS) - 1)

struct ocr_lane;

struct ocr_chunk {
	_Alignas(64) _Atomic uint64_t life;
	_Atomic(struct ocr_lane *) lane;
	_Atomic uint64_t number;     /* of its first counter, / 256 */
	struct ocr_chunk *next_free; /* guarded by the pool's lock */
	/* One bit per slot, for guidmap.c; changed under a hold. */
	_Atomic uint64_t claimed[OCR_GUID_CHUNK / 64];
	_Atomic uint64_t slot[OCR_GUID_CHUNK];
};

struct ocr_chunk_slab;

/* Spare chunks of one map, and what the map has cost so far. */
struct ocr_chunk_pool {
	struct ocr_lock lock; /* rank OCR_LOCK_GUIDMAP, never inside a lane's */
	/* Guarded by lock: */
	struct ocr_chunk *free;
	struct ocr_chunk_slab *slabs;
	/* Any thread, relaxed: */
	_Atomic uint64_t living; /* chunks between begin and put */
	_Atomic uint64_t back;	 /* puts after a life */
	_Atomic uint64_t bytes;	 /* slabs, and what lanes add */
};

void ocr_chunk_pool_init(struct ocr_chunk_pool *p);
void ocr_chunk_pool_fini(struct ocr_chunk_pool *p);

/* A chunk without holds, its slots fresh; the caller's alone.  NULL: no
 * memory. */
struct ocr_chunk *ocr_chunk_get(struct ocr_chunk_pool *p);

/* Takes back a chunk without holds that nobody can find any more. */
void ocr_chunk_put(struct ocr_chunk_pool *p, struct ocr_chunk *c);

/* Starts the one life of chunk `number` of `lane`; the caller has seen to it,
 * under the lane's lock, that it never had one. */
void ocr_chunk_begin(struct ocr_chunk_pool *p, struct ocr_chunk *c,
		     struct ocr_lane *lane, uint64_t number);

/* What every slot is when the life of that number begins. */
static inline uint64_t
ocr_chunk_fresh(uint64_t lifetime)
{
	return lifetime << 2;
}

static inline bool
ocr_chunk_is_of(struct ocr_chunk *c, struct ocr_lane *lane, uint64_t number)
{
	/* Acquire, for the proof above. */
	return atomic_load_explicit(&c->lane, memory_order_acquire) == lane &&
	       atomic_load_explicit(&c->number, memory_order_acquire) == number;
}

/* The value of a slot, if c is chunk `number` of `lane` and alive. */
static inline bool
ocr_chunk_read(struct ocr_chunk *c, struct ocr_lane *lane, uint64_t number,
	       unsigned index, uint64_t *value)
{
	uint64_t before, after, v;

	/* pairs with ocr_chunk_begin() */
	before = atomic_load_explicit(&c->life, memory_order_acquire);
	if (!ocr_chunk_is_of(c, lane, number))
		return false;
	v = atomic_load_explicit(&c->slot[index], memory_order_acquire);
	after = atomic_load_explicit(&c->life, memory_order_relaxed);
	if (before >> OCR_CHUNK_HOLDS_BITS != after >> OCR_CHUNK_HOLDS_BITS ||
	    !(before & OCR_CHUNK_HOLDS_MASK) || !(after & OCR_CHUNK_HOLDS_MASK))
		return false;
	*value = v;
	return true;
}

/* As ocr_chunk_read(), with a shorter look, which is enough for values that the
 * user has put into a slot of one that is not dead: such a slot has a hold, so
 * if the lifetime was the same both times it was of that life.  (Read later, in
 * another life, it would have come behind that one's begin.) */
static inline bool
ocr_chunk_read_used(struct ocr_chunk *c, struct ocr_lane *lane, uint64_t number,
		    unsigned index, uint64_t *value)
{
	/* pairs with ocr_chunk_begin() */
	uint64_t before = atomic_load_explicit(&c->life, memory_order_acquire);

	if (!ocr_chunk_is_of(c, lane, number))
		return false;
	*value = atomic_load_explicit(&c->slot[index], memory_order_acquire);
	return !((before ^
		  atomic_load_explicit(&c->life, memory_order_relaxed)) >>
		 OCR_CHUNK_HOLDS_BITS);
}

/* *fresh: what a slot of chunk `number` of `lane` is that has never been
 * changed, if c looks like that.  If a slot has that value afterwards, c is
 * that chunk: another life would have written another one first. */
static inline bool
ocr_chunk_is_now(struct ocr_chunk *c, struct ocr_lane *lane, uint64_t number,
		 uint64_t *fresh)
{
	/* pairs with ocr_chunk_begin() */
	*fresh = ocr_chunk_fresh(
		atomic_load_explicit(&c->life, memory_order_acquire) >>
		OCR_CHUNK_HOLDS_BITS);
	return ocr_chunk_is_of(c, lane, number);
}

/* Keeps c alive, if it is chunk `number` of `lane` and alive. */
static inline bool
ocr_chunk_hold(struct ocr_chunk *c, struct ocr_lane *lane, uint64_t number)
{
	/* pairs with ocr_chunk_begin() */
	uint64_t life = atomic_load_explicit(&c->life, memory_order_acquire);

	do {
		if (!(life & OCR_CHUNK_HOLDS_MASK) ||
		    !ocr_chunk_is_of(c, lane, number))
			return false;
	} while (!atomic_compare_exchange_weak_explicit(
		&c->life, &life, life + 1, memory_order_acquire,
		memory_order_acquire));
	return true;
}

/* Drops n holds; true: they were the last, and the chunk is the caller's. */
static inline bool
ocr_chunk_drop(struct ocr_chunk *c, unsigned n)
{
	/* Release: our changes come before the end of this life.  Acquire: so
	 * do those of all others, for who drops last. */
	return (atomic_fetch_sub_explicit(&c->life, n, memory_order_acq_rel) &
		OCR_CHUNK_HOLDS_MASK) == n;
}

#endif
