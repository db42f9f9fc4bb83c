/* SPDX-License-Identifier: BSD-3-Clause */
/* event_body.h - an event as the files know it that change it.
 *
 * Only for event.c, event_kind.c, event_life.c and event_ops.c.
 * Threads: any; what is guarded says so.
 */
#ifndef SRC_EVENT_EVENT_BODY_H
#define SRC_EVENT_EVENT_BODY_H

#include "fabric/fabric.h"
#include "fabric/lock.h"
#include "guidmap/guid_cell.h"
#include "src/base/delivery.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ocr_channel;
struct ocr_op;
struct ocr_runtime;

/* So many that wait behind the first have room in memory of the pool. */
#define OCR_EVENT_FEW 5

struct ocr_event_rest {
	uint32_t cap; /* OCR_EVENT_FEW: of the pool; more: from malloc */
	struct ocr_waiter waiters[];
};

/* One cache line: most have one waiter, and what fires passes is known when
 * nobody waits any more. */
struct event {
	struct ocr_lock lock;
	/* Guarded by lock: */
	uint32_t fired : 1;
	uint32_t n_waiters : 31;
	struct ocr_guid_cell name;
	union {
		/* latch: increments less decrements; counted: dependences that
		 * are still to come */
		int64_t count;
		struct ocr_channel *channel; /* of a channel event, its own */
	};
	union {
		ocrGuid_t data; /* once fired */
		struct {
			struct ocr_waiter first;
			struct ocr_event_rest *rest; /* if there are more */
		};
	};
};
static_assert(sizeof(struct event) == 64, "an event is a cache line");

/* Is it that one, which was found as g?  Under its lock the answer stays true.
 */
static inline bool
ocr_event_is(const struct event *ev, ocrGuid_t g)
{
	return ocr_guid_cell_is(&ev->name, g);
}

/* NULL_GUID: it is in the pool. */
static inline ocrGuid_t
ocr_event_guid(const struct event *ev)
{
	return ocr_guid_cell_get(&ev->name);
}

/* What people are told of, in struct ocr_event_view: of a latch or counted
 * event, and of a channel. */
enum { OCR_EVENT_COUNT };
enum {
	OCR_EVENT_SAT,
	OCR_EVENT_DEPS,
	OCR_EVENT_NB_SAT,
	OCR_EVENT_NB_DEPS,
};

static inline bool
ocr_event_is_channel(ocrGuid_t g)
{
	return ocr_guid_kind(g) == OCR_GUID_EVENT_CHANNEL;
}

/* event_life.c: ends the life of ev, which was g: it is nothing already, and
 * its waiters are taken. */
void ocr_event_retire(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g);

/* event_kind.c: an error: channel g holds max_gen generations `of_what`. */
void ocr_event_say_full(struct ocr_runtime *rt, ocrGuid_t g, uint32_t max_gen,
			const char *of_what) __attribute__((cold));

/* event_ops.c: an op that came before the event; for ocr_names_publish(). */
int ocr_event_apply_parked(struct ocr_runtime *rt, void *event, ocr_node_t from,
			   const struct ocr_op *op);

#endif
