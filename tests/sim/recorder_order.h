/* SPDX-License-Identifier: BSD-3-Clause */
/* recorder_order.h - what is synchronized with what, by the rules of the
 * paper's appendix C.
 *
 * Knows what a recorder knows; does not know how ops come to it.
 */
#ifndef TESTS_SIM_RECORDER_ORDER_H
#define TESTS_SIM_RECORDER_ORDER_H

#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "tests/sim/recorder.h"
#include "tests/sim/things.h"

#include <stdint.h>
#include <stdio.h>

struct op {
	struct ocr_op head;
	ocrGuid_t object;
	ocrGuid_t dest; /* a dependence's; a created task's output event */
	uint32_t slot;
};

struct recorder {
	struct ocr_observer o; /* first */
	enum ocr_protocol protocol;
	FILE *out;
	struct history *history;
	struct memory *memory;
	struct op *ops; /* by number */
	uint32_t cap_ops;
	struct things things;
	struct frame *frame;
	uint32_t applying; /* what has just left a stream for this node */
	uint64_t violations;
	uint64_t digest; /* of all that has passed */
};

static inline struct thing *
recorder_thing(struct recorder *r, ocrGuid_t key)
{
	return things_get(&r->things, key);
}

/* Op `later` comes after all of the line. */
void recorder_order_all(struct recorder *r, const struct line *l,
			uint32_t later);
/* Op `id` satisfies something because `cause`, an op on an event, has come. */
void recorder_order_implicit(struct recorder *r, uint32_t cause, uint32_t id);
/* Op `id` is what the end of a finish scope does, whose first task is root. */
void recorder_order_scope(struct recorder *r, struct thing *root, uint32_t id);

#endif
