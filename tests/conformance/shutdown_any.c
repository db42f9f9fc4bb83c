/* SPDX-License-Identifier: BSD-3-Clause */
/* shutdown_any.c - any task on any node may end the job, while others wait for
 * ever, are ready, or run. */
#include "tests/conformance/conf.h"

#define TASKS 300

TASK(work)
{
	u64 *p = depv[0].ptr;

	for (u64 i = 0; i < 1000; i++)
		p[0] += conf_word(p[0], i);
	/* There is always one more. */
	conf_link(depv[0].guid, conf_task(work, *p, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_EW);
	return NULL_GUID;
}

TASK(never)
{
	FAIL("a task that was not runnable has run");
	return NULL_GUID;
}

TASK(stop)
{
	ocrShutdown();
	/* What comes now need not happen, and must not hurt. */
	conf_start(conf_task(conf_nothing, 1, NO_PARAMS, 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t unfired = conf_event(OCR_EVENT_STICKY_T), t;

	for (u64 i = 0; i < TASKS; i++) {
		t = conf_task(never, i, NO_PARAMS, 2, NULL);
		conf_link(unfired, t, 0, DB_MODE_CONST);
		conf_link(conf_number(i, i), t, 1, DB_MODE_RW);
	}
	for (u64 i = 0; i < 6; i++)
		conf_link(conf_number(i, i),
			  conf_task(work, i, NO_PARAMS, 1, NULL), 0,
			  DB_MODE_EW);
	conf_start(conf_task(stop, conf_nodes() - 1, NO_PARAMS, 1, NULL), 0);
	return NULL_GUID;
}
