/* SPDX-License-Identifier: BSD-3-Clause */
/* busy_wait.c - a task waits for another one in a loop.
 */
#include "tests/mistakes/far.h"
#include "tests/mistakes/until_told.h"

static volatile int done;

ocrGuid_t
work(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	done = 1;
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrHint_t hint = far_hint();
	ocrGuid_t tmpl, edt;

	ocrEdtTemplateCreate(&tmpl, work, 0, 0);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 0, NULL, EDT_PROP_NONE, &hint, NULL);
	while (!done && nobody_was_told())
		;
	ocrEdtTemplateDestroy(tmpl);
	ocrShutdown();
	return NULL_GUID;
}
