/* SPDX-License-Identifier: BSD-3-Clause */
/* delivery.c - room for deliveries. */
#include "src/base/delivery.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 64

void
ocr_deliveries_fini(struct ocr_deliveries *q)
{
	free(q->items);
	memset(q, 0, sizeof(*q));
}

bool
ocr_deliveries_make_room(struct ocr_deliveries *q)
{
	uint32_t cap = q->cap ? 2 * q->cap : FIRST_ROOM;
	struct ocr_kept *more;

	/* Half of it is behind those who are waiting. */
	if (q->first > q->n) {
		memmove(q->items, q->items + q->first,
			q->n * sizeof(*q->items));
		q->first = 0;
		return true;
	}
	if (cap > OCR_DELIVERIES_MOST)
		return false;
	more = realloc(q->items, cap * sizeof(*more));
	if (!more)
		return false;
	q->items = more;
	q->cap = cap;
	return true;
}
