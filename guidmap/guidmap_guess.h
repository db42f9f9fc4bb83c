/* SPDX-License-Identifier: BSD-3-Clause */
/* guidmap_guess.h - the shortest look for an object, inline.
 *
 * For who makes sure of what he has found: an object has its GUID, and he
 * compares that under the object's lock.
 * Threads: any.
 */
#ifndef GUIDMAP_GUIDMAP_GUESS_H
#define GUIDMAP_GUIDMAP_GUESS_H

#include "guidmap/guidmap_body.h"

/* The ordinary lane where g is, if it is a GUID of this node, by a node that is
 * there, and no template.  Kind and flags are not looked at: what has others
 * is not what is LIVE there.  NULL: it has to be looked for. */
static inline __attribute__((always_inline)) struct ocr_lane *
ocr_guidmap_lane(struct ocr_guidmap *m, ocrGuid_t g)
{
	uint64_t creator = (g.upper & ~OCR_SLOT_TAG_MASK) - m->base;

	/* pairs with make_lane() */
	return creator < m->size ? atomic_load_explicit(&m->lanes[creator],
							memory_order_acquire)
				 : NULL;
}

/* An object that has, or had, the kind and the flags of g, which is most likely
 * g, if g lives.  NULL: ask find.  Not even the chunk's number is compared. */
static inline __attribute__((always_inline)) void *
ocr_guidmap_guess(struct ocr_guidmap *m, ocrGuid_t g)
{
	struct ocr_lane *lane = ocr_guidmap_lane(m, g);
	struct ocr_chunk *c =
		lane ? ocr_lane_peek(lane, g.lower >> OCR_GUID_CHUNK_BITS)
		     : NULL;

	/* pairs with what puts an object there */
	return c ? ocr_slot_object(atomic_load_explicit(
					   &c->slot[g.lower % OCR_GUID_CHUNK],
					   memory_order_acquire),
				   g)
		 : NULL;
}

/* The same, if it lies in the chunk of g.  If it is g, then g has been
 * published: no op that came before it waits any more.  (The slot was read in
 * the life of that chunk, or behind it: there lies nothing that is g.)  That is
 * enough for who compares the GUID, and goes by it alone. */
static inline __attribute__((always_inline)) void *
ocr_guidmap_guess_live(struct ocr_guidmap *m, ocrGuid_t g)
{
	uint64_t number = g.lower >> OCR_GUID_CHUNK_BITS;
	struct ocr_lane *lane = ocr_guidmap_lane(m, g);
	struct ocr_chunk *c = lane ? ocr_lane_peek(lane, number) : NULL;

	/* pairs with what puts an object there */
	return c && ocr_chunk_is_of(c, lane, number)
		       ? ocr_slot_object(
				 atomic_load_explicit(
					 &c->slot[g.lower % OCR_GUID_CHUNK],
					 memory_order_acquire),
				 g)
		       : NULL;
}

#endif
