/* SPDX-License-Identifier: BSD-3-Clause */
/* event_body.h - an event as the files know it that change it.
 *
 * Only for event.c, event_life.c and event_ops.c.
 * Threads: any; what is guarded says so.
 */
#ifndef SRC_EVENT_EVENT_BODY_H
#define SRC_EVENT_EVENT_BODY_H

#include "fabric/fabric.h"
#include "fabric/lock.h"
#include "guidmap/guid.h"
#include "src/base/delivery.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_channel;
struct ocr_op;
struct ocr_runtime;

#define OCR_EVENT_NEAR 2

struct event {
	struct ocr_lock lock;
	/* Guarded by lock: */
	bool fired;
	ocrGuid_t guid; /* NULL_GUID: in the pool */
	ocrGuid_t data;
	union {
		/* latch: increments less decrements; counted: dependences that
		 * are still to come */
		int64_t count;
		struct ocr_channel *channel; /* of a channel event, its own */
	};
	uint32_t n_waiters, cap_waiters;
	struct ocr_waiter *waiters; /* near, or from malloc */
	struct ocr_waiter near[OCR_EVENT_NEAR];
};

static inline bool
ocr_event_is_channel(ocrGuid_t g)
{
	return ocr_guid_kind(g) == OCR_GUID_EVENT_CHANNEL;
}

/* event_life.c: ends the life of ev, which was g: its guid is NULL_GUID
 * already, and its waiters are taken. */
void ocr_event_retire(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g);

/* event_ops.c: an op that came before the event; for ocr_names_publish(). */
void ocr_event_apply_parked(void *rt, void *event, ocr_node_t from,
			    const struct ocr_op *op);

#endif
