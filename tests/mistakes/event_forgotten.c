/* SPDX-License-Identifier: BSD-3-Clause */
/* event_forgotten.c - nobody satisfies the event that a task waits for.
 */
#include "tests/mistakes/far.h"

ocrGuid_t
hello(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	PRINTF("hello\n");
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrHint_t hint = far_hint();
	ocrGuid_t tmpl, edt, event;

	ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &event, EDT_PROP_NONE, &hint,
		     NULL);
	return NULL_GUID;
}
