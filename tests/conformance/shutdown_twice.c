/* SPDX-License-Identifier: BSD-3-Clause */
/* shutdown_twice.c - several tasks on all nodes end the job, each twice, in the
 * same moment. */
#include "tests/conformance/conf.h"

#define TASKS 16

TASK(stop)
{
	ocrShutdown();
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t go = conf_event(OCR_EVENT_ONCE_T);

	for (u64 i = 0; i < TASKS; i++)
		conf_link(go, conf_task(stop, i, NO_PARAMS, 1, NULL), 0,
			  DB_DEFAULT_MODE);
	CHECK_OK(ocrEventSatisfy(go, NULL_GUID));
	return NULL_GUID;
}
