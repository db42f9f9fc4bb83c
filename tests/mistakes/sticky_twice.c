/* SPDX-License-Identifier: BSD-3-Clause */
/* sticky_twice.c - a sticky event is satisfied twice.
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

	ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
	ocrEventSatisfy(event, NULL_GUID);
	ocrEventSatisfy(event, NULL_GUID);
	ocrEdtTemplateCreate(&tmpl, end, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &event, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEdtTemplateDestroy(tmpl);
	ocrEventDestroy(event);
	return NULL_GUID;
}
