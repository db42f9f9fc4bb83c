/* SPDX-License-Identifier: BSD-3-Clause */
/* null_source.c - NULL_GUID as a source satisfies at once and brings nothing,
 * to tasks and to events of all types. */
#include "tests/conformance/conf.h"

enum { TYPES = 4 };

TASK(end)
{
	CHECK_EQ("depc", depc, TYPES + 3);
	for (u32 i = 0; i < depc; i++)
		CHECK(ocrGuidIsNull(depv[i].guid) && !depv[i].ptr,
		      "slot %" PRIu32 " has a block", i);
	ocrShutdown();
	return NULL_GUID;
}

TASK(satisfy)
{
	const ocrGuid_t *events = PARAM(ocrGuid_t);

	for (u64 i = 0; i < TYPES; i++)
		if (i == OCR_EVENT_LATCH_T) {
			CHECK_OK(ocrAddDependence(NULL_GUID, events[i],
						  OCR_EVENT_LATCH_INCR_SLOT,
						  DB_DEFAULT_MODE));
			CHECK_OK(ocrAddDependence(NULL_GUID, events[i],
						  OCR_EVENT_LATCH_DECR_SLOT,
						  DB_DEFAULT_MODE));
		} else {
			CHECK_OK(ocrAddDependence(NULL_GUID, events[i], 0,
						  DB_DEFAULT_MODE));
		}
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t last = conf_task(end, 1, NO_PARAMS, TYPES + 3, NULL);
	ocrGuid_t events[TYPES], plain;

	for (u32 i = 0; i < TYPES; i++) {
		events[i] = conf_event((ocrEventTypes_t)i);
		conf_link(events[i], last, i, DB_MODE_EW);
	}
	conf_start(last, TYPES);
	conf_link(NULL_GUID, last, TYPES + 1, DB_MODE_CONST);
	/* An event that was made to carry none. */
	CHECK_OK(ocrEventCreate(&plain, OCR_EVENT_ONCE_T, EVT_PROP_NONE));
	conf_link(plain, last, TYPES + 2, DB_MODE_RO);
	CHECK_OK(ocrEventSatisfy(plain, NULL_GUID));
	conf_start(conf_task(satisfy, 2, PARAMS(events), 1, NULL), 0);
	return NULL_GUID;
}
