/* SPDX-License-Identifier: BSD-3-Clause */
/* mode_null.c - in DB_MODE_NULL a slot takes the block's GUID and not the
 * block. */
#include "tests/conformance/conf.h"

struct args {
	ocrGuid_t event;
};

TASK(look)
{
	CHECK(!ocrGuidIsNull(depv[0].guid), "the GUID is missing");
	CHECK(!depv[0].ptr, "there is a pointer");
	CHECK_CODE(ocrDbRelease(depv[0].guid), OCR_EACCES);
	CHECK_OK(ocrEventSatisfy(PARAM(struct args)->event, depv[0].guid));
	return NULL_GUID;
}

TASK(write)
{
	CHECK_EQ("the block", conf_value(&depv[0]), 6);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_event(OCR_EVENT_ONCE_T)};

	conf_link(a.event, conf_task(write, 1, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_EW);
	conf_link(conf_number(1, 6), conf_task(look, 2, PARAMS(a), 1, NULL), 0,
		  DB_MODE_NULL);
	return NULL_GUID;
}
