/* SPDX-License-Identifier: BSD-3-Clause */
/* once_early.c - a once event is satisfied before anything depends on it.
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

	ocrEventCreate(&event, OCR_EVENT_ONCE_T, EVT_PROP_NONE);
	ocrEventSatisfy(event, NULL_GUID);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrAddDependence(event, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
