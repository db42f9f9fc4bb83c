/* SPDX-License-Identifier: BSD-3-Clause */
/* event.h - events, at their owner.
 *
 * Knows slots, waiters and trigger rules; does not know what a waiter does
 * when it is satisfied.  Promise: an event that fires satisfies each of its
 * waiters exactly once, as a delayed effect.
 */
#ifndef SRC_EVENT_EVENT_H
#define SRC_EVENT_EVENT_H

#include "guidmap/guid.h"
#include "include/ocr.h"
#include "src/base/msg.h"
#include "src/names/waiter.h"

#include <stdbool.h>
#include <stddef.h>

struct ocr_runtime;

/* Size of one event, for the pool. */
size_t ocr_event_bytes(void);

/* For CREATE_EVENT, and for the output event of a task.  0 or -errno. */
int ocr_event_create(struct ocr_runtime *rt, ocrGuid_t g, int64_t count);

/* May an event of that kind have such parameters? */
bool ocr_event_is_possible(enum ocr_guid_kind kind,
			   const struct ocr_msg_create_event *m);

int ocr_event_on_create(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_event_on_satisfy(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
/* Can it be satisfied?  Anything may come from the wire. */
bool ocr_event_is_dest(struct ocr_runtime *rt, ocrGuid_t g);

int ocr_event_on_add_dep(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_event_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);

/* How an event of this node is. */
enum ocr_event_state ocr_event_state(struct ocr_runtime *rt, ocrGuid_t g);

/* For a job that is stuck.  An object of the pool, as people want to see it:
 * false, if it is none that tasks wait for. */
struct ocr_event_view {
	ocrGuid_t guid;
	int64_t count; /* of a latch; what a counted event still expects */
	uint64_t n_waiters;
	/* Of a channel event: */
	uint32_t nb_sat, nb_deps;
	uint64_t n_satisfied; /* and have met no dependence */
};
bool ocr_event_view(void *event, struct ocr_event_view *v);
/* The i-th that waits for it; false: there are fewer. */
bool ocr_event_waiter(void *event, uint32_t i, struct ocr_waiter *w);

/* Frees what an event holds when a job ends before it fired. */
void ocr_event_abandon(void *none, void *event);

#endif
