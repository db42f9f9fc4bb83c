/* SPDX-License-Identifier: BSD-3-Clause */
/* label_range.c - a range of four labels has no label 4.
 */
#include "ocr.h"
#include "extensions/ocr-labeling.h"

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
	ocrGuid_t range, tmpl, edt, event = NULL_GUID;

	ocrGuidRangeCreate(&range, 4, GUID_USER_EVENT_STICKY);
	ocrGuidFromIndex(&event, range, 4);
	ocrEventCreate(&event, OCR_EVENT_STICKY_T, GUID_PROP_IS_LABELED);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrAddDependence(event, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
