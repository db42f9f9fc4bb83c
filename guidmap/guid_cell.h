/* SPDX-License-Identifier: BSD-3-Clause */
/* guid_cell.h - which object a piece of memory is, which objects come and go in.
 *
 * For who has found it by a GUID, and comes too late: what is written here is
 * no answer for an earlier GUID at any moment.
 * Threads: any may ask; one writes.
 */
#ifndef GUIDMAP_GUID_CELL_H
#define GUIDMAP_GUID_CELL_H

#include "guidmap/guid.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The upper half is 0 when it is nothing.  The lower half is written before the
 * upper, and stays when that is cleared: who reads both halves sees those of
 * one GUID, or an upper half of 0, or an earlier upper half beside a later
 * lower one, if an object ended and another began, or a task got its name,
 * between the two looks.  A creator uses no lower half twice in a class, so
 * that is no GUID of its; names of hidden tasks are compared under the task's
 * lock. */
struct ocr_guid_cell {
	_Atomic uint64_t upper, lower;
};

/* Is it g?  Acquire: what it is then, too. */
static inline bool
ocr_guid_cell_is(const struct ocr_guid_cell *c, ocrGuid_t g)
{
	/* pairs with ocr_guid_cell_set() */
	uint64_t upper =
		atomic_load_explicit(&c->upper, memory_order_acquire);

	return !((upper ^ g.upper) |
		 (atomic_load_explicit(&c->lower, memory_order_relaxed) ^
		  g.lower));
}

/* NULL_GUID: nothing. */
static inline ocrGuid_t
ocr_guid_cell_get(const struct ocr_guid_cell *c)
{
	/* pairs with ocr_guid_cell_set() */
	uint64_t upper =
		atomic_load_explicit(&c->upper, memory_order_acquire);

	return (ocrGuid_t){upper,
			   upper ? atomic_load_explicit(&c->lower,
							memory_order_relaxed)
				 : 0};
}

/* From here on it is g. */
static inline __attribute__((always_inline)) void
ocr_guid_cell_set(struct ocr_guid_cell *c, ocrGuid_t g)
{
	atomic_store_explicit(&c->lower, g.lower, memory_order_relaxed);
	/* Release, also of what the object is. */
	atomic_store_explicit(&c->upper, g.upper, memory_order_release);
}

/* It is nothing any more. */
static inline void
ocr_guid_cell_clear(struct ocr_guid_cell *c)
{
	atomic_store_explicit(&c->upper, 0, memory_order_release);
}

#endif
