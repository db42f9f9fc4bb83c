/* SPDX-License-Identifier: BSD-3-Clause */
/* once_twice.c - a once event is satisfied twice: it is gone after the first
 * time.
 */
#include "ocr.h"

ocrGuid_t
end(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, event;

	ocrEventCreate(&event, OCR_EVENT_ONCE_T, EVT_PROP_NONE);
	ocrEdtTemplateCreate(&tmpl, end, 0, 2);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 2, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEdtTemplateDestroy(tmpl);
	ocrAddDependence(event, edt, 0, DB_MODE_RO);
	ocrEventSatisfy(event, NULL_GUID);
	ocrEventSatisfy(event, NULL_GUID);
	ocrAddDependence(NULL_GUID, edt, 1, DB_MODE_RO);
	return NULL_GUID;
}
