/* SPDX-License-Identifier: BSD-3-Clause */
/* pause.c - a task that pauses its node and is wrong about it, by the name of
 * what it does; the last node does it. */
#include "tests/conformance/conf.h"

#include <extensions/ocr-legacy.h>
#include <extensions/ocr-pause.h>

static int
is(const ocrEdtDep_t *args, const char *name)
{
	return strcmp(getArgv(args->ptr, 1), name) == 0;
}

/* Returns with the node paused. */
TASK(forgets)
{
	CHECK_EQ("ocrPause", ocrPause(true), 1);
	return NULL_GUID;
}

/* Waits for what a task of the node would bring. */
TASK(waits)
{
	ocrGuid_t never = conf_event(OCR_EVENT_STICKY_T);

	CHECK_EQ("ocrPause", ocrPause(true), 1);
	conf_task(conf_nothing, conf_nodes() - 1, NO_PARAMS, 0, NULL);
	ocrWait(never);
	return NULL_GUID;
}

/* Ends the job before it resumes. */
TASK(ends)
{
	CHECK_EQ("ocrPause", ocrPause(true), 1);
	PRINTF("the end\n");
	ocrShutdown();
	return NULL_GUID;
}

/* Another waits for its turn when the job ends. */
TASK(queues)
{
	CHECK_EQ("ocrPause", ocrPause(true), 1);
	conf_task(ends, conf_nodes() - 1, NO_PARAMS, 0, NULL);
	ocrResume(1);
	CHECK_EQ("ocrPause", ocrPause(true), 1);
	PRINTF("the end\n");
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	u64 last = conf_nodes() - 1;
	ocrGuid_t ended = NULL_GUID;

	if (is(&depv[0], "waits")) {
		conf_task(waits, last, NO_PARAMS, 0, NULL);
	} else if (is(&depv[0], "ends")) {
		conf_task(ends, last, NO_PARAMS, 0, NULL);
	} else if (is(&depv[0], "queues")) {
		for (int i = 0; i < 8; i++)
			conf_task(queues, last, NO_PARAMS, 0, NULL);
	} else {
		/* What comes after it runs where it has run. */
		ocrGuid_t t = conf_task(forgets, last, NO_PARAMS, 1, &ended);

		conf_link(ended, conf_end(1), 0, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
