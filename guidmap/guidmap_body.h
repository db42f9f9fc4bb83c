/* SPDX-License-Identifier: BSD-3-Clause */
/* guidmap_body.h - the map as the files know it that look into its slots.
 *
 * Only for guidmap.c, guidmap_each.c and guidmap_guess.h.
 * Threads: any; what is guarded says so.
 */
#ifndef GUIDMAP_GUIDMAP_BODY_H
#define GUIDMAP_GUIDMAP_BODY_H

#include "guidmap/guidmap.h"
#include "guidmap/lane.h"
#include "guidmap/parked.h"

#define OCR_SLOT_STATE_MASK UINT64_C(3)
#define OCR_SLOT_TAG_MASK   (UINT64_C(0xffff) << 48)

_Static_assert(OCR_SLOT_NEVER == 0 && OCR_SLOT_PARKED == 1 &&
		       OCR_SLOT_LIVE == 2 && OCR_SLOT_DEAD == 3,
	       "a state is the low bits of a slot");

enum class { CLASS_ORDINARY, CLASS_TEMPLATE, CLASSES };

struct ocr_guidmap {
	/* Fixed after create: */
	ocr_node_t self;
	uint32_t size;
	uint64_t base; /* owner and creator in a GUID of ours, of creator 0 */
	/* Any thread: */
	struct ocr_parked_counts parked;
	struct ocr_chunk_pool pool;
	/* By class and creator; NULL until used. */
	_Atomic(struct ocr_lane *) lanes[];
};

static inline enum ocr_slot_state
ocr_slot_state_of(uint64_t slot)
{
	return (enum ocr_slot_state)(slot & OCR_SLOT_STATE_MASK);
}

static inline void *
ocr_slot_pointer(uint64_t slot)
{
	return (void *)(uintptr_t)(slot &
				   ~(OCR_SLOT_STATE_MASK | OCR_SLOT_TAG_MASK));
}

/* NULL: it is not LIVE, or has other kind and flags than g. */
static inline void *
ocr_slot_object(uint64_t slot, ocrGuid_t g)
{
	slot ^= (g.upper & OCR_SLOT_TAG_MASK) | OCR_SLOT_LIVE;
	return slot & (OCR_SLOT_TAG_MASK | OCR_SLOT_STATE_MASK)
		       ? NULL
		       : (void *)(uintptr_t)slot;
}

static inline uint64_t
ocr_guidmap_counted(const _Atomic uint64_t *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed);
}

#endif
