/* SPDX-License-Identifier: BSD-3-Clause */
/* label_uncreated.c - nobody creates the event with the label that a task
 * waits for.
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
	ocrGuid_t range, tmpl, edt, event;

	ocrGuidRangeCreate(&range, 4, GUID_USER_EVENT_STICKY);
	ocrGuidFromIndex(&event, range, 1);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &event, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEventSatisfy(event, NULL_GUID);
	return NULL_GUID;
}
