/* SPDX-License-Identifier: BSD-3-Clause */
/* orphans.c - a ring of those that were noted last. */
#include "src/event/orphans.h"

#include "guidmap/guid.h"

void
ocr_orphan_note(struct ocr_orphans *all, ocrGuid_t event,
		const struct ocr_waiter *waiter, enum ocr_event_fate fate)
{
	ocr_lock(&all->lock, OCR_LOCK_ORPHANS);
	all->ring[all->n++ % OCR_ORPHANS] =
		(struct ocr_orphan){event, *waiter, fate};
	ocr_unlock(&all->lock, OCR_LOCK_ORPHANS);
}

bool
ocr_orphan_get(struct ocr_orphans *all, uint32_t i, struct ocr_orphan *orphan)
{
	bool found;

	ocr_lock(&all->lock, OCR_LOCK_ORPHANS);
	found = i < OCR_ORPHANS && i < all->n;
	if (found)
		*orphan = all->ring[i];
	ocr_unlock(&all->lock, OCR_LOCK_ORPHANS);
	return found;
}
