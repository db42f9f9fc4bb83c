/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_destroy.c - a task that never became runnable is destroyed, on its own
 * node or another: its output event goes with it, and a finish scope no
 * longer waits for it. */
#include "tests/conformance/conf.h"

#define TASKS 6

TASK(never)
{
	FAIL("a destroyed task has run");
	return NULL_GUID;
}

TASK(destroy)
{
	CHECK_OK(ocrEdtDestroy(*PARAM(ocrGuid_t)));
	return NULL_GUID;
}

TASK(scope)
{
	ocrGuid_t t, out;

	for (u64 i = 0; i < TASKS; i++) {
		t = conf_task(never, i, NO_PARAMS, 2, i % 2 ? &out : NULL);
		if (i % 2)
			conf_link(out, conf_event(OCR_EVENT_STICKY_T), 0,
				  DB_DEFAULT_MODE);
		conf_start(t, 1);
		if (i % 3)
			conf_start(
				conf_task(destroy, i + 1, PARAMS(t), 1, NULL),
				0);
		else
			CHECK_OK(ocrEdtDestroy(t));
	}
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(3), t, out;

	for (u32 i = 0; i < 3; i++) {
		t = conf_finish_task(scope, i, NO_PARAMS, 1, &out);
		conf_link(out, end, i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
