/* SPDX-License-Identifier: BSD-3-Clause */
/* label_twice.c - an event is created twice with the same label.
 */
#include "ocr.h"
#include "extensions/ocr-labeling.h"

ocrGuid_t
end(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t range, tmpl, edt, event;

	ocrGuidRangeCreate(&range, 4, GUID_USER_EVENT_STICKY);
	ocrGuidFromIndex(&event, range, 1);
	ocrEventCreate(&event, OCR_EVENT_STICKY_T, GUID_PROP_IS_LABELED);
	ocrEventCreate(&event, OCR_EVENT_STICKY_T, GUID_PROP_IS_LABELED);
	ocrEdtTemplateCreate(&tmpl, end, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &event, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEdtTemplateDestroy(tmpl);
	ocrEventSatisfy(event, NULL_GUID);
	ocrEventDestroy(event);
	ocrGuidMapDestroy(range);
	return NULL_GUID;
}
