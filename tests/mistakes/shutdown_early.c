/* SPDX-License-Identifier: BSD-3-Clause */
/* shutdown_early.c - ocrShutdown() comes before the tasks that were to run.
 */
#include "ocr.h"

ocrGuid_t
hello(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	PRINTF("hello\n");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, event;

	ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &event, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrShutdown();
	ocrEventSatisfy(event, NULL_GUID);
	return NULL_GUID;
}
