/* SPDX-License-Identifier: BSD-3-Clause */
/* counted_more.c - a counted event gets one dependence more than it was made
 * for.
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
	ocrEventParams_t params = {.EVENT_COUNTED = {.nbDeps = 1}};
	ocrGuid_t tmpl, edt, event;

	ocrEventCreateParams(&event, OCR_EVENT_COUNTED_T, EVT_PROP_NONE,
			     &params);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 2);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 2, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrAddDependence(event, edt, 0, DB_MODE_RO);
	ocrAddDependence(event, edt, 1, DB_MODE_RO);
	ocrEventSatisfy(event, NULL_GUID);
	return NULL_GUID;
}
