/* SPDX-License-Identifier: BSD-3-Clause */
/* guidmap.c - the states of a slot, and the ops that are parked in it.
 *
 *   slot   63         48 47                                2 1     0
 *         +-------------------------------------------------+-------+
 *         |  NEVER: the chunk's lifetime (guidmap/chunk.h)  |       |
 *         |  PARKED: to the op that was parked last         | state |
 *         |  LIVE:  tag  |  to the object                   |       |
 *         +--------------+----------------------------------+-------+
 *
 * PARKED without a pointer: a publisher has taken the ops and applies them.
 * The tag is the kind and the flags of the GUID that was published.  With the
 * lane and the counter that is all of the GUID, but for the counts of a
 * template, which stand for nothing here.
 *
 * Which operations may run together, on one slot: all of them.  Each change is
 * one compare-and-swap under a hold on the chunk, or from NEVER; bury's is a
 * store.  So
 *   park || park        the later one points to the earlier one.  That is right
 *                       even if the earlier op's memory is not what we looked
 *                       at: it is the head of the list when we point to it.
 *   park || publish     the op is in the list when the publisher takes it, or
 *                       comes behind it; LIVE replaces only an empty list
 *   park || kill        the op is dropped by kill, or parking finds DEAD
 *   publish || publish  from NEVER one wins the slot; from PARKED, which never
 *                       goes back to NEVER, one wins the bit in `claimed`
 *   publish || kill     the publisher finds DEAD before its next op, and does
 *                       not write over it
 *   kill || kill        one of them is the one
 *   bury || all         nobody else changes a slot that is LIVE but kill and
 *                       bury, and never against those: so it is a store
 *   skip || all         as kill, from NEVER alone
 *   find || all         sees the slot before or after
 */
#include "guidmap/guidmap.h"
#include "fabric/log.h"
#include "guidmap/guidmap_body.h"
#include "guidmap/guidmap_guess.h"

#include <errno.h>
#include <stdlib.h>

/* Kind and flags: where they are in a GUID, too. */
#define TAG_MASK OCR_SLOT_TAG_MASK

#define SLOT_EMPTY UINT64_C(1) /* PARKED, and no op is */
#define SLOT_DEAD  UINT64_C(3)

/* A slot on which we have a hold. */
struct place {
	struct ocr_lane *lane;
	struct ocr_chunk *chunk;
	_Atomic uint64_t *slot;
	unsigned index;
};

static uint64_t
slot_parked(struct ocr_parked *x)
{
	return (uint64_t)(uintptr_t)x | OCR_SLOT_PARKED;
}

static uint64_t
slot_live(ocrGuid_t g, void *obj)
{
	return (g.upper & TAG_MASK) | (uint64_t)(uintptr_t)obj | OCR_SLOT_LIVE;
}

/* What a slot says of g, which may be forged. */
static inline enum ocr_slot_state
judge(uint64_t slot, ocrGuid_t g, void **obj)
{
	uint64_t rest = slot ^ ((g.upper & TAG_MASK) | OCR_SLOT_LIVE);

	if (!(rest & (TAG_MASK | OCR_SLOT_STATE_MASK))) {
		*obj = (void *)(uintptr_t)rest;
		return OCR_SLOT_LIVE;
	}
	return ocr_slot_state_of(slot) == OCR_SLOT_LIVE
		       ? OCR_SLOT_BAD
		       : ocr_slot_state_of(slot);
}

/* Release: what the new value points to.  Acquire: what the old one did, and
 * the new one when it fails. */
static bool
change(_Atomic uint64_t *slot, uint64_t *seen, uint64_t to)
{
	return atomic_compare_exchange_strong_explicit(
		slot, seen, to, memory_order_acq_rel, memory_order_acquire);
}

/* Where the lane of g is found; NULL: g cannot be one of ours. */
static inline __attribute__((always_inline)) _Atomic(struct ocr_lane *) *
lane_place(struct ocr_guidmap *m, ocrGuid_t g)
{
	enum ocr_guid_kind kind = ocr_guid_kind(g);
	ocr_node_t creator = ocr_guid_creator(g);
	enum class cls;

	if (kind <= OCR_GUID_NULL || kind >= OCR_GUID_KINDS ||
	    (ocr_guid_flags(g) & OCR_GUID_LABELED) ||
	    ocr_guid_owner(g) != m->self || creator >= m->size)
		return NULL;
	cls = kind == OCR_GUID_TEMPLATE ? CLASS_TEMPLATE : CLASS_ORDINARY;
	return &m->lanes[(size_t)cls * m->size + creator];
}

static uint64_t
number_of(ocrGuid_t g)
{
	return ocr_guid_counter(g) >> OCR_GUID_CHUNK_BITS;
}

static unsigned
index_of(ocrGuid_t g)
{
	return ocr_guid_counter(g) % OCR_GUID_CHUNK;
}

/* Of any GUID.  NULL: there is none, or g cannot be one of ours. */
static struct ocr_lane *
lane_of(struct ocr_guidmap *m, ocrGuid_t g)
{
	_Atomic(struct ocr_lane *) *where = lane_place(m, g);

	/* pairs with make_lane() */
	return where ? atomic_load_explicit(where, memory_order_acquire) : NULL;
}

/* The lane at `where`, made by whoever is first.  NULL: no memory. */
static struct ocr_lane *
make_lane(struct ocr_guidmap *m, _Atomic(struct ocr_lane *) *where)
{
	struct ocr_lane *mine, *seen = NULL;

	if (ocr_lane_create(&mine, &m->pool))
		return NULL;
	/* pairs with the acquires of lanes */
	if (atomic_compare_exchange_strong_explicit(where, &seen, mine,
						    memory_order_acq_rel,
						    memory_order_acquire))
		return mine;
	ocr_lane_destroy(mine);
	return seen;
}

/* Holds the slot of g, making lane and chunk where there is none.  0;
 * -ESTALE: g is dead; -EINVAL: g is bad; -ENOMEM. */
static int
hold(struct ocr_guidmap *m, ocrGuid_t g, struct place *p)
{
	_Atomic(struct ocr_lane *) *where = lane_place(m, g);
	int err;

	if (!where)
		return -EINVAL;
	/* pairs with make_lane() */
	p->lane = atomic_load_explicit(where, memory_order_acquire);
	if (!p->lane)
		p->lane = make_lane(m, where);
	if (!p->lane)
		return -ENOMEM;
	err = ocr_lane_hold(p->lane, number_of(g), &p->chunk);
	if (err)
		return err;
	p->index = index_of(g);
	p->slot = &p->chunk->slot[p->index];
	return 0;
}

static void
drop(struct place *p)
{
	ocr_lane_drop(p->lane, p->chunk, 1);
}

/* The object of g, if it is LIVE, and that is soon seen. */
static inline __attribute__((always_inline)) void *
find_live(struct ocr_guidmap *m, ocrGuid_t g)
{
	struct ocr_lane *lane = ocr_guidmap_lane(m, g);
	struct ocr_chunk *c =
		lane ? ocr_lane_peek(lane, g.lower >> OCR_GUID_CHUNK_BITS)
		     : NULL;
	uint64_t slot;

	if (!c || !ocr_chunk_read_used(c, lane, g.lower >> OCR_GUID_CHUNK_BITS,
				       g.lower % OCR_GUID_CHUNK, &slot))
		return NULL;
	return ocr_slot_object(slot, g);
}

/* Applies a list that is ours alone, oldest op first, until g is dead. */
static void
apply_list(struct ocr_guidmap *m, _Atomic uint64_t *slot, void *obj,
	   struct ocr_parked *newest, ocr_guidmap_apply_fn *apply, void *ctx)
{
	struct ocr_parked *oldest = ocr_parked_reverse(newest), *x;

	while ((x = oldest)) {
		if (atomic_load_explicit(slot, memory_order_acquire) ==
		    SLOT_DEAD)
			break;
		oldest = x->next;
		apply(ctx, obj, x->from, (const struct ocr_op *)x->op);
		ocr_parked_free(&m->parked, x);
	}
	ocr_parked_drop(&m->parked, oldest);
}

/* Applies what is parked and what parks meanwhile, and goes LIVE, unless g is
 * killed. */
static void
replay(struct ocr_guidmap *m, ocrGuid_t g, _Atomic uint64_t *slot, void *obj,
       ocr_guidmap_apply_fn *apply, void *ctx)
{
	uint64_t seen = atomic_load_explicit(slot, memory_order_acquire);

	while (seen != SLOT_DEAD) {
		if (seen == SLOT_EMPTY) {
			if (change(slot, &seen, slot_live(g, obj)))
				return;
		} else if (change(slot, &seen, SLOT_EMPTY)) {
			apply_list(m, slot, obj, ocr_slot_pointer(seen), apply,
				   ctx);
			seen = SLOT_EMPTY; /* a guess, which change() checks */
		}
	}
}

/* From NEVER without a hold, for all but the first GUID of a chunk.  False: it
 * has to be done the long way.  After DEAD the slot's hold is the caller's. */
static inline __attribute__((always_inline)) bool
first_change(struct ocr_lane *lane, uint64_t number, unsigned index,
	     uint64_t to, struct place *p)
{
	uint64_t fresh;

	p->lane = lane;
	p->chunk = lane ? ocr_lane_peek(lane, number) : NULL;
	return p->chunk && ocr_chunk_is_now(p->chunk, lane, number, &fresh) &&
	       change(&p->chunk->slot[index], &fresh, to);
}

/* True for one caller in the life of the slot. */
static bool
claim(struct place *p)
{
	uint64_t bit = UINT64_C(1) << p->index % 64;

	/* Relaxed: it decides who replays, and hands nothing over. */
	return !(atomic_fetch_or_explicit(&p->chunk->claimed[p->index / 64],
					  bit, memory_order_relaxed) &
		 bit);
}

int
ocr_guidmap_create(struct ocr_guidmap **m, ocr_node_t self, uint32_t size)
{
	size_t bytes =
		sizeof(struct ocr_guidmap) +
		CLASSES * (size_t)size * sizeof(_Atomic(struct ocr_lane *));
	struct ocr_guidmap *x = calloc(1, bytes);

	if (!x)
		return -ENOMEM;
	x->self = self;
	x->size = size;
	x->base = (uint64_t)self << OCR_NODE_BITS;
	ocr_chunk_pool_init(&x->pool);
	atomic_fetch_add_explicit(&x->pool.bytes, bytes, memory_order_relaxed);
	*m = x;
	return 0;
}

static void
drop_chunk(void *ctx, struct ocr_chunk *c)
{
	struct ocr_guidmap *m = ctx;
	uint64_t slot;
	unsigned i;

	for (i = 0; i < OCR_GUID_CHUNK; i++) {
		slot = ocr_guidmap_counted(&c->slot[i]);
		if (ocr_slot_state_of(slot) == OCR_SLOT_PARKED)
			ocr_parked_drop(&m->parked, ocr_slot_pointer(slot));
	}
}

void
ocr_guidmap_destroy(struct ocr_guidmap *m)
{
	struct ocr_lane *lane;
	size_t i;

	for (i = 0; i < CLASSES * (size_t)m->size; i++) {
		lane = atomic_load_explicit(&m->lanes[i], memory_order_relaxed);
		if (!lane)
			continue;
		ocr_lane_each(lane, drop_chunk, m);
		ocr_lane_destroy(lane);
	}
	ocr_chunk_pool_fini(&m->pool);
	free(m);
}

/* Of what find_live() does not know to be LIVE. */
static __attribute__((noinline)) enum ocr_slot_state
find_any(struct ocr_guidmap *m, ocrGuid_t g, void **obj)
{
	_Atomic(struct ocr_lane *) *where = lane_place(m, g);
	struct ocr_lane *lane;
	uint64_t slot;

	if (!where)
		return OCR_SLOT_BAD;
	/* pairs with make_lane() */
	lane = atomic_load_explicit(where, memory_order_acquire);
	if (!lane)
		return number_of(g) < OCR_LANE_JUMP ? OCR_SLOT_NEVER
						    : OCR_SLOT_BAD;
	switch (ocr_lane_read(lane, number_of(g), index_of(g), &slot)) {
	case OCR_LANE_NONE:
		return OCR_SLOT_NEVER;
	case OCR_LANE_GONE:
		return OCR_SLOT_DEAD;
	case OCR_LANE_BAD:
		return OCR_SLOT_BAD;
	case OCR_LANE_CHUNK:
		break;
	}
	return judge(slot, g, obj);
}

void *
ocr_guidmap_live(struct ocr_guidmap *m, ocrGuid_t g)
{
	return find_live(m, g);
}

enum ocr_slot_state
ocr_guidmap_find(struct ocr_guidmap *m, ocrGuid_t g, void **obj)
{
	void *x =
		ocr_guid_kind(g) == OCR_GUID_TEMPLATE ? NULL : find_live(m, g);

	if (__builtin_expect(!x, 0))
		return find_any(m, g, obj);
	*obj = x;
	return OCR_SLOT_LIVE;
}

enum ocr_slot_state
ocr_guidmap_find_or_park(struct ocr_guidmap *m, ocrGuid_t g, ocr_node_t from,
			 const struct ocr_op *op, void **obj)
{
	enum ocr_slot_state state = ocr_guidmap_find(m, g, obj);
	struct ocr_parked *x;
	struct place p;
	uint64_t seen;
	int err;

	if (state != OCR_SLOT_NEVER && state != OCR_SLOT_PARKED)
		return state;
	if (op->len_bytes < sizeof(*op) || op->len_bytes > OCR_OP_MAX_BYTES)
		return OCR_SLOT_BAD;
	err = hold(m, g, &p);
	if (err)
		return err == -ESTALE	? OCR_SLOT_DEAD
		       : err == -ENOMEM ? OCR_SLOT_FULL
					: OCR_SLOT_BAD;
	x = ocr_parked_create(&m->parked, from, op);
	if (!x) {
		drop(&p);
		return OCR_SLOT_FULL;
	}
	seen = atomic_load_explicit(p.slot, memory_order_acquire);
	do {
		state = ocr_slot_state_of(seen);
		if (state != OCR_SLOT_NEVER && state != OCR_SLOT_PARKED)
			break;
		x->next =
			state == OCR_SLOT_NEVER ? NULL : ocr_slot_pointer(seen);
	} while (!change(p.slot, &seen, slot_parked(x)));

	if (state == OCR_SLOT_NEVER || state == OCR_SLOT_PARKED) {
		state = OCR_SLOT_PARKED;
	} else {
		ocr_parked_free(&m->parked, x);
		state = judge(seen, g, obj);
	}
	drop(&p);
	return state;
}

bool
ocr_guidmap_put(struct ocr_guidmap *m, ocrGuid_t g, void *obj)
{
	struct place p;

	return first_change(ocr_guidmap_lane(m, g),
			    g.lower >> OCR_GUID_CHUNK_BITS,
			    g.lower % OCR_GUID_CHUNK, slot_live(g, obj), &p);
}

int
ocr_guidmap_publish(struct ocr_guidmap *m, ocrGuid_t g, void *obj,
		    ocr_guidmap_apply_fn *apply, void *ctx)
{
	struct place p;
	uint64_t seen;
	int err;

	if (!obj || ocr_slot_pointer((uintptr_t)obj) != obj)
		ocr_bug("%p is no object", obj);
	if (first_change(lane_of(m, g), number_of(g), index_of(g),
			 slot_live(g, obj), &p))
		return 0;
	err = hold(m, g, &p);
	if (err)
		return err;
	seen = atomic_load_explicit(p.slot, memory_order_acquire);
	if (ocr_slot_state_of(seen) == OCR_SLOT_NEVER &&
	    change(p.slot, &seen, slot_live(g, obj)))
		err = 0;
	else if (ocr_slot_state_of(seen) == OCR_SLOT_DEAD)
		err = -ESTALE;
	else if (ocr_slot_state_of(seen) == OCR_SLOT_LIVE || !claim(&p))
		err = -EEXIST;
	else
		replay(m, g, p.slot, obj, apply, ctx);
	drop(&p);
	return err;
}

long
ocr_guidmap_kill(struct ocr_guidmap *m, ocrGuid_t g)
{
	struct place p;
	uint64_t seen;
	long n = 0;
	int err;

	err = hold(m, g, &p);
	if (err)
		return err;
	seen = atomic_load_explicit(p.slot, memory_order_acquire);
	do {
		if (seen == SLOT_DEAD) {
			drop(&p);
			return -ESTALE;
		}
	} while (!change(p.slot, &seen, SLOT_DEAD));
	if (ocr_slot_state_of(seen) == OCR_SLOT_PARKED)
		n = ocr_parked_drop(&m->parked, ocr_slot_pointer(seen));
	ocr_lane_drop(p.lane, p.chunk, 2); /* ours, and that of the slot */
	return n;
}

void
ocr_guidmap_settle(struct ocr_guidmap_dead *d)
{
	if (d->n)
		ocr_lane_drop(d->lane, d->chunk, d->n);
	*d = (struct ocr_guidmap_dead){0};
}

/* Gives the hold of a dead slot back: with those of the same chunk that died
 * before, when another chunk's turn has come.  Until then the chunk stays. */
static inline void
drop_later(struct ocr_guidmap_dead *d, struct ocr_lane *lane,
	   struct ocr_chunk *c)
{
	if (__builtin_expect(d->chunk != c, 0)) {
		ocr_guidmap_settle(d);
		*d = (struct ocr_guidmap_dead){lane, c, 0};
	}
	d->n++;
}

/* False: it has to be done the long way. */
static inline __attribute__((always_inline)) bool
bury(ocrGuid_t g, void *obj, struct ocr_lane *lane, uint64_t number,
     unsigned index, struct ocr_guidmap_dead *dead)
{
	struct ocr_chunk *c = lane ? ocr_lane_peek(lane, number) : NULL;

	/* While the slot is LIVE it holds the chunk, and nobody else ends that:
	 * so if this is the chunk it stays the chunk, and nobody else changes
	 * the slot. */
	if (__builtin_expect(!c || !ocr_chunk_is_of(c, lane, number) ||
				     ocr_guidmap_counted(&c->slot[index]) !=
					     slot_live(g, obj),
			     0))
		return false;
	/* pairs with ocr_chunk_read() */
	atomic_store_explicit(&c->slot[index], SLOT_DEAD, memory_order_release);
	drop_later(dead, lane, c);
	return true;
}

/* That is a template's, or in no such place. */
static __attribute__((noinline)) long
bury_any(struct ocr_guidmap *m, ocrGuid_t g, void *obj,
	 struct ocr_guidmap_dead *dead)
{
	return ocr_guid_kind(g) == OCR_GUID_TEMPLATE &&
			       bury(g, obj, lane_of(m, g), number_of(g),
				    index_of(g), dead)
		       ? 0
		       : ocr_guidmap_kill(m, g);
}

long
ocr_guidmap_bury(struct ocr_guidmap *m, ocrGuid_t g, void *obj,
		 struct ocr_guidmap_dead *dead)
{
	/* What is LIVE in that place is no template. */
	return bury(g, obj, ocr_guidmap_lane(m, g),
		    g.lower >> OCR_GUID_CHUNK_BITS, g.lower % OCR_GUID_CHUNK,
		    dead)
		       ? 0
		       : bury_any(m, g, obj, dead);
}

/* As it is when it has to hold the slot. */
static __attribute__((noinline)) bool
skip_slowly(struct ocr_guidmap *m, ocrGuid_t g)
{
	uint64_t seen;
	struct place p;

	if (hold(m, g, &p))
		return false;
	seen = atomic_load_explicit(p.slot, memory_order_acquire);
	if (ocr_slot_state_of(seen) != OCR_SLOT_NEVER ||
	    !change(p.slot, &seen, SLOT_DEAD)) {
		drop(&p);
		return false;
	}
	ocr_lane_drop(p.lane, p.chunk, 2); /* ours, and that of the slot */
	return true;
}

bool
ocr_guidmap_skip(struct ocr_guidmap *m, ocrGuid_t g,
		 struct ocr_guidmap_dead *dead)
{
	struct place p;

	if (!first_change(ocr_guidmap_lane(m, g),
			  g.lower >> OCR_GUID_CHUNK_BITS,
			  g.lower % OCR_GUID_CHUNK, SLOT_DEAD, &p))
		return skip_slowly(m, g);
	drop_later(dead, p.lane, p.chunk);
	return true;
}
