/* SPDX-License-Identifier: BSD-3-Clause */
/* once.c - a once event hands the block that it is satisfied with to all who
 * wait, on every node. */
#include "tests/conformance/conf.h"

#define WAITERS 9

TASK(satisfy)
{
	CHECK_OK(ocrEventSatisfy(*PARAM(ocrGuid_t), conf_number(2, 77)));
	return NULL_GUID;
}

TASK(wait)
{
	CHECK_EQ("what the event carries", conf_value(&depv[0]), 77);
	CHECK_EQ("the mode", depv[0].mode, DB_MODE_CONST);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t event = conf_event(OCR_EVENT_ONCE_T), end, out, t;

	end = conf_end(WAITERS);
	for (u64 i = 0; i < WAITERS; i++) {
		t = conf_task(wait, i, NO_PARAMS, 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_CONST);
		conf_link(event, t, 0, DB_MODE_CONST);
	}
	conf_start(conf_task(satisfy, 1, PARAMS(event), 1, NULL), 0);
	return NULL_GUID;
}
