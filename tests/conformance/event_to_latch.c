/* SPDX-License-Identifier: BSD-3-Clause */
/* event_to_latch.c - events are linked to the slots of latch events; what they
 * carry ends there. */
#include "tests/conformance/conf.h"

#define MANY 20

TASK(satisfy)
{
	CHECK_OK(ocrEventSatisfy(*PARAM(ocrGuid_t), conf_number(1, 9)));
	return NULL_GUID;
}

TASK(end)
{
	for (u32 i = 0; i < depc; i++)
		CHECK(ocrGuidIsNull(depv[i].guid) && !depv[i].ptr,
		      "a block came through latch event %" PRIu32, i);
	ocrShutdown();
	return NULL_GUID;
}

static void
satisfy_on(u64 node, ocrGuid_t event)
{
	conf_start(conf_task(satisfy, node, PARAMS(event), 1, NULL), 0);
}

MAIN_TASK
{
	ocrGuid_t last = conf_task(end, 2, NO_PARAMS, 3, NULL);
	ocrGuid_t many = conf_event(OCR_EVENT_LATCH_T), up, down, latch;

	/* One up and one down, in no order. */
	for (u32 i = 0; i < 2; i++) {
		latch = conf_event(OCR_EVENT_LATCH_T);
		up = conf_event(OCR_EVENT_ONCE_T);
		down = conf_event(OCR_EVENT_STICKY_T);
		conf_link(latch, last, i, DB_MODE_CONST);
		conf_link(up, latch, OCR_EVENT_LATCH_INCR_SLOT,
			  DB_DEFAULT_MODE);
		conf_link(down, latch, OCR_EVENT_LATCH_DECR_SLOT,
			  DB_DEFAULT_MODE);
		satisfy_on(1 + i, i ? up : down);
		satisfy_on(2 + i, i ? down : up);
	}
	/* As many down as there were up before. */
	conf_link(many, last, 2, DB_MODE_CONST);
	for (u64 i = 0; i < MANY; i++)
		CHECK_OK(ocrAddDependence(NULL_GUID, many,
					  OCR_EVENT_LATCH_INCR_SLOT,
					  DB_DEFAULT_MODE));
	for (u64 i = 0; i < MANY; i++) {
		down = conf_event(OCR_EVENT_ONCE_T);
		conf_link(down, many, OCR_EVENT_LATCH_DECR_SLOT,
			  DB_DEFAULT_MODE);
		satisfy_on(i, down);
	}
	return NULL_GUID;
}
