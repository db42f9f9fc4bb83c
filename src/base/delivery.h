/* SPDX-License-Identifier: BSD-3-Clause */
/* delivery.h - data on its way from an event to a slot of the same node.
 *
 * A queue of them for each worker: what has fired is kept until the op that
 * was its cause is done (doc/PROTOCOL.md, 4.16).  Knows who is to be told what;
 * does not know who tells them.  Promise: first in, first out.
 * Threads: none; the owner guards it.
 */
#ifndef SRC_BASE_DELIVERY_H
#define SRC_BASE_DELIVERY_H

#include "include/ocr-types.h"

#include <stdbool.h>
#include <stdint.h>

/* Who waits for an event. */
struct ocr_waiter {
	ocrGuid_t dest; /* a task or an event */
	uint32_t slot;
	uint32_t mode; /* in which a task wants the data */
};

struct ocr_delivery {
	struct ocr_waiter to;
	ocrGuid_t data;
};

/* So many fit. */
#define OCR_DELIVERIES_MOST 4096

/* Zeroed is empty. */
struct ocr_deliveries {
	struct ocr_delivery *items;
	uint32_t first, n, cap;
};

void ocr_deliveries_fini(struct ocr_deliveries *q);

/* For ocr_deliveries_push(): false, if there is no more room. */
bool ocr_deliveries_make_room(struct ocr_deliveries *q);

static inline bool
ocr_deliveries_is_empty(const struct ocr_deliveries *q)
{
	return !q->n;
}

/* False: it is full. */
static inline bool
ocr_deliveries_push(struct ocr_deliveries *q, const struct ocr_waiter *to,
		    ocrGuid_t data)
{
	if (__builtin_expect(q->first + q->n == q->cap, 0) &&
	    !ocr_deliveries_make_room(q))
		return false;
	q->items[q->first + q->n++] = (struct ocr_delivery){*to, data};
	return true;
}

/* Takes the oldest; there is one. */
static inline struct ocr_delivery
ocr_deliveries_pop(struct ocr_deliveries *q)
{
	struct ocr_delivery d = q->items[q->first++];

	if (!--q->n)
		q->first = 0;
	return d;
}

#endif
