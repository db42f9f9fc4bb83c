/* SPDX-License-Identifier: BSD-3-Clause */
/* orphans.h - slots whose event is gone without having satisfied them.
 *
 * For a job that is stuck: nobody can say any more what such a slot waits for,
 * so the last few are remembered where they lost their event.
 * Knows events and who waited; does not know what became of those since.
 * Costs nothing unless an event is destroyed while something waits for it, or
 * a dependence comes when its event is gone.
 * Threads: any.
 */
#ifndef SRC_EVENT_ORPHANS_H
#define SRC_EVENT_ORPHANS_H

#include "fabric/lock.h"
#include "src/base/msg.h"
#include "src/base/delivery.h"

#include <stdbool.h>

#define OCR_ORPHANS 256

struct ocr_orphan {
	ocrGuid_t event; /* NULL_GUID: none */
	struct ocr_waiter waiter;
	uint32_t fate; /* OCR_FATE_DESTROYED or _LATE */
};

struct ocr_orphans {
	struct ocr_lock lock; /* rank OCR_LOCK_ORPHANS */
	/* Guarded by lock; zeroed is empty: */
	uint64_t n;
	struct ocr_orphan ring[OCR_ORPHANS];
};

void ocr_orphan_note(struct ocr_orphans *all, ocrGuid_t event,
		     const struct ocr_waiter *waiter, enum ocr_event_fate fate);

/* The i-th that is remembered; false: there are fewer. */
bool ocr_orphan_get(struct ocr_orphans *all, uint32_t i,
		    struct ocr_orphan *orphan);

#endif
