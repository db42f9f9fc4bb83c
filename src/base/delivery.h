/* SPDX-License-Identifier: BSD-3-Clause */
/* delivery.h - what a worker keeps: what follows from an op, and needs no
 * message.
 *
 * Data on its way from an event to a slot of the same node, and blocks on
 * their way to a task, each until the op that was its cause is done
 * (PROTOCOL.md, 4.16).  Knows who is to be told what; does not know who
 * tells them.  Promise: first in, first out. Threads: none; the owner guards
 * it.
 */
#ifndef SRC_BASE_DELIVERY_H
#define SRC_BASE_DELIVERY_H

#include "fabric/seldom.h"
#include "include/ocr-types.h"

#include <stdbool.h>
#include <stdint.h>

/* Who waits for an event.  A task of this node that is in no map waits with its
 * only slot, in the default mode: where it is stands in their place. */
struct ocr_waiter {
	ocrGuid_t dest; /* a task or an event */
	uint32_t slot;
	uint32_t mode; /* in which a task wants the data */
};

#define OCR_WAITER_HIDDEN 0x80000000u
#define OCR_WAITER_NONE	  0x7fffffffu /* no mode */

static inline struct ocr_waiter
ocr_waiter_hidden(ocrGuid_t name, const void *task)
{
	uint64_t at = (uintptr_t)task;

	return (struct ocr_waiter){name, (uint32_t)at,
				   (uint32_t)(at >> 32) | OCR_WAITER_HIDDEN};
}

/* NULL: it is found by its GUID. */
static inline void *
ocr_waiter_task(const struct ocr_waiter *w)
{
	uint64_t at = (uint64_t)(w->mode & ~OCR_WAITER_HIDDEN) << 32 | w->slot;

	return w->mode & OCR_WAITER_HIDDEN ? (void *)(uintptr_t)at : NULL;
}

/* What a program or a message says, which must not say where a task is. */
static inline struct ocr_waiter
ocr_waiter_of(ocrGuid_t dest, uint32_t slot, uint32_t mode)
{
	return (struct ocr_waiter){
		dest, slot, mode & OCR_WAITER_HIDDEN ? OCR_WAITER_NONE : mode};
}

struct ocr_delivery {
	struct ocr_waiter to;
	ocrGuid_t data;
};

/* An acquisition of a task: it asks for the block, or has it. */
struct ocr_step {
	void *block; /* struct ocr_block, with a reference to `data`; or NULL */
	void *data;
	uint32_t index;
};

struct ocr_kept {
	void *task; /* whose next step it is, or NULL */
	union {
		struct ocr_delivery slot;
		struct ocr_step step;
	};
};

/* So many fit. */
#define OCR_DELIVERIES_MOST 4096

/* Zeroed is empty. */
struct ocr_deliveries {
	struct ocr_kept *items;
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

/* The place of one that is kept from now on; NULL: it is full. */
static inline struct ocr_kept *
ocr_deliveries_place(struct ocr_deliveries *q)
{
	if (OCR_SELDOM(q->first + q->n == q->cap) &&
	    !ocr_deliveries_make_room(q))
		return NULL;
	return &q->items[q->first + q->n++];
}

/* False: it is full. */
static inline bool
ocr_deliveries_push(struct ocr_deliveries *q, const struct ocr_waiter *to,
		    ocrGuid_t data)
{
	struct ocr_kept *k = ocr_deliveries_place(q);

	if (!k)
		return false;
	k->task = NULL;
	k->slot = (struct ocr_delivery){*to, data};
	return true;
}

static inline bool
ocr_deliveries_push_step(struct ocr_deliveries *q, void *task,
			 const struct ocr_step *step)
{
	struct ocr_kept *k = ocr_deliveries_place(q);

	if (!k)
		return false;
	k->task = task;
	k->step = *step;
	return true;
}

/* Takes the oldest; there is one.  It stays where it is until the next push. */
static inline const struct ocr_kept *
ocr_deliveries_pop(struct ocr_deliveries *q)
{
	const struct ocr_kept *k = &q->items[q->first++];

	if (!--q->n)
		q->first = 0;
	return k;
}

#endif
