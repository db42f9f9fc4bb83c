/* SPDX-License-Identifier: BSD-3-Clause */
/* latch.c - a latch event fires when it was decremented as often as it was
 * incremented, from whatever nodes, and not before. */
#include "tests/conformance/conf.h"

#define TASKS 30

struct args {
	ocrGuid_t latch;
};

TASK(count)
{
	ocrGuid_t latch = PARAM(struct args)->latch;
	u64 *p = depv[0].ptr;

	CHECK_OK(ocrEventSatisfySlot(latch, NULL_GUID,
				     OCR_EVENT_LATCH_INCR_SLOT));
	++*p;
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrEventSatisfySlot(latch, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	CHECK_OK(ocrEventSatisfySlot(latch, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

TASK(end)
{
	CHECK(ocrGuidIsNull(depv[0].guid) && !depv[0].ptr,
	      "a latch event carried a block");
	CHECK_EQ("the count when the latch fired", conf_value(&depv[1]), TASKS);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_event(OCR_EVENT_LATCH_T)};
	ocrGuid_t db = conf_number(1, 0), last, t;

	last = conf_task(end, 2, NO_PARAMS, 2, NULL);
	conf_link(a.latch, last, 0, DB_MODE_CONST);
	conf_link(db, last, 1, DB_MODE_CONST);
	for (u64 i = 0; i < TASKS; i++)
		CHECK_OK(ocrEventSatisfySlot(a.latch, NULL_GUID,
					     OCR_EVENT_LATCH_INCR_SLOT));
	for (u64 i = 0; i < TASKS; i++) {
		t = conf_task(count, i, PARAMS(a), 1, NULL);
		conf_link(db, t, 0, DB_MODE_EW);
	}
	return NULL_GUID;
}
