/* SPDX-License-Identifier: BSD-3-Clause */
/* into_block.c - the destination of a dependence is a block.
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
	ocrGuid_t tmpl, edt, event, block;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 8 * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrAddDependence(event, block, 0, DB_MODE_RW);
	ocrEventSatisfy(event, NULL_GUID);
	return NULL_GUID;
}
