/* SPDX-License-Identifier: BSD-3-Clause */
/* swapped.c - source and destination of a dependence are swapped.
 */
#include "ocr.h"

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
	ocrGuid_t tmpl, edt, event;

	ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrAddDependence(edt, event, 0, DB_MODE_RO);
	ocrEventSatisfy(event, NULL_GUID);
	return NULL_GUID;
}
