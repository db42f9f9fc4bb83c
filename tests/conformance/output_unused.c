/* SPDX-License-Identifier: BSD-3-Clause */
/* output_unused.c - a post-slot may be satisfied although nobody is connected:
 * output events, with and without blocks, and events of all types. */
#include "tests/conformance/conf.h"

#define TASKS 20

TASK(leaf)
{
	u64 i = *PARAM(u64);
	ocrGuid_t g = conf_event((ocrEventTypes_t)(i % OCR_EVENT_LATCH_T));

	CHECK_OK(ocrEventSatisfy(g, i % 2 ? conf_number(i, i) : NULL_GUID));
	return i % 4 ? NULL_GUID : conf_number(i + 1, i);
}

TASK(scope)
{
	ocrGuid_t out;

	for (u64 i = 0; i < TASKS; i++) {
		conf_task(leaf, i, PARAMS(i), 0, &out);
		conf_start(conf_finish_task(leaf, i + 1, PARAMS(i), 1, &out),
			   0);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t out, t = conf_finish_task(scope, 1, NO_PARAMS, 1, &out);

	conf_link(out, conf_end(1), 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}
