/* SPDX-License-Identifier: BSD-3-Clause */
/* mode_null.c - in DB_MODE_NULL a slot takes the block's GUID and not the
 * block, wherever it comes from. */
#include "tests/conformance/conf.h"

struct args {
	ocrGuid_t event, db;
};

TASK(look)
{
	const struct args *a = PARAM(struct args);

	CHECK(ocrGuidIsEq(depv[0].guid, a->db), "the GUID is missing");
	CHECK(!depv[0].ptr, "there is a pointer");
	CHECK_CODE(ocrDbRelease(depv[0].guid), OCR_EACCES);
	CHECK_OK(ocrEventSatisfy(a->event, depv[0].guid));
	return NULL_GUID;
}

TASK(write)
{
	CHECK_EQ("the block", conf_value(&depv[0]), 6);
	ocrShutdown();
	return NULL_GUID;
}

/* The source is the block; then an event that brings it. */
MAIN_TASK
{
	struct args first = {.event = conf_event(OCR_EVENT_ONCE_T)};
	struct args second = {.event = conf_event(OCR_EVENT_ONCE_T)};

	first.db = second.db = conf_number(1, 6);
	conf_link(second.event, conf_task(write, 1, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_EW);
	conf_link(first.event, conf_task(look, 0, PARAMS(second), 1, NULL), 0,
		  DB_MODE_NULL);
	conf_link(first.db, conf_task(look, 2, PARAMS(first), 1, NULL), 0,
		  DB_MODE_NULL);
	return NULL_GUID;
}
