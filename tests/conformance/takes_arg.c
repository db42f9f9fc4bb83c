/* SPDX-License-Identifier: BSD-3-Clause */
/* takes_arg.c - events made without EVT_PROP_TAKES_ARG order tasks as others
 * do, and refuse a block; what a chain brings they pass on all the same. */
#include "tests/conformance/conf.h"

enum { TYPES = 4 };

struct args {
	ocrGuid_t events[TYPES], chained;
	u64 round;
};

static ocrGuid_t
plain_event(ocrEventTypes_t type)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrEventCreate(&g, type, EVT_PROP_NONE));
	return g;
}

/* Mostly on a node that has neither the events nor the block. */
TASK(satisfy)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t db = conf_number(a->round + 2, a->round), source;

	for (u32 i = 0; i < TYPES; i++) {
		if (i == OCR_EVENT_LATCH_T) {
			/* A latch event has no use for it, so takes it. */
			CHECK_OK(ocrEventSatisfySlot(
				a->events[i], db, OCR_EVENT_LATCH_INCR_SLOT));
			CHECK_OK(
				ocrEventSatisfySlot(a->events[i], NULL_GUID,
						    OCR_EVENT_LATCH_DECR_SLOT));
			continue;
		}
		CHECK_CODE(ocrEventSatisfy(a->events[i], db), OCR_EPERM);
		CHECK_CODE(ocrEventSatisfySlot(a->events[i], db, 0), OCR_EPERM);
		CHECK_CODE(ocrAddDependence(db, a->events[i], 0, DB_MODE_RW),
			   OCR_EPERM);
		/* None of this has satisfied it. */
		CHECK_OK(ocrEventSatisfy(a->events[i], NULL_GUID));
	}
	source = conf_event(OCR_EVENT_ONCE_T);
	conf_link(source, a->chained, 0, DB_DEFAULT_MODE);
	CHECK_OK(ocrEventSatisfy(source, db));
	return NULL_GUID;
}

TASK(look)
{
	for (u32 i = 0; i < TYPES; i++)
		CHECK(ocrGuidIsNull(depv[i].guid) && !depv[i].ptr,
		      "event %" PRIu32 " brought a block", i);
	CHECK_EQ("what came through the chain", conf_value(&depv[TYPES]),
		 *PARAM(u64));
	return NULL_GUID;
}

TASK(open)
{
	struct args a = {.round = *PARAM(u64)};
	ocrGuid_t t =
		conf_task(look, a.round + 1, PARAMS(a.round), TYPES + 1, NULL);

	for (u32 i = 0; i < TYPES; i++) {
		a.events[i] = plain_event((ocrEventTypes_t)i);
		conf_link(a.events[i], t, i, DB_MODE_RW);
	}
	a.chained = plain_event(OCR_EVENT_STICKY_T);
	conf_link(a.chained, t, TYPES, DB_MODE_CONST);
	conf_start(conf_task(satisfy, a.round / 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(6), t, out;

	for (u64 i = 0; i < 6; i++) {
		t = conf_finish_task(open, i, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
