/* SPDX-License-Identifier: BSD-3-Clause */
/* latch_counter.c - a latch event that begins with a count fires when that has
 * been taken back, by tasks on all nodes; not before, and not at once. */
#include "tests/conformance/conf.h"

#define COUNT 12

struct args {
	ocrGuid_t latch, done;
	u64 slot;
};

/* Counts itself in a block, and then at the latch. */
TASK(step)
{
	const struct args *a = PARAM(struct args);

	++*(u64 *)depv[0].ptr;
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrEventSatisfySlot(a->latch, NULL_GUID, (u32)a->slot));
	return NULL_GUID;
}

TASK(fired)
{
	CHECK_EQ("steps", conf_value(&depv[1]), COUNT);
	return NULL_GUID;
}

/* A latch at +COUNT or -COUNT, on this node. */
TASK(open)
{
	ocrEventParams_t p;
	ocrGuid_t end = PARAM(struct args)->done, out, t, db;
	u64 i = PARAM(struct args)->slot;
	struct args a = {.slot = i % 2 ? OCR_EVENT_LATCH_INCR_SLOT
				       : OCR_EVENT_LATCH_DECR_SLOT};

	p.EVENT_LATCH.counter = i % 2 ? (u64)-COUNT : COUNT;
	a.latch = conf_event_with(OCR_EVENT_LATCH_T, &p);
	db = conf_number(i + 1, 0);
	t = conf_task(fired, i + 2, NO_PARAMS, 2, &out);
	conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
	conf_link(a.latch, t, 0, DB_DEFAULT_MODE);
	conf_link(db, t, 1, DB_MODE_CONST);
	for (u64 k = 0; k < COUNT; k++) {
		t = conf_task(step, k, PARAMS(a), 1, NULL);
		conf_link(db, t, 0, DB_MODE_EW);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.done = conf_end(4)};

	for (a.slot = 0; a.slot < 4; a.slot++)
		conf_start(conf_task(open, a.slot, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
