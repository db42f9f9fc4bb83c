/* SPDX-License-Identifier: BSD-3-Clause */
/* takes_no_arg.c - a block is passed to an event that was made without
 * EVT_PROP_TAKES_ARG.
 */
#include "ocr.h"

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 *data = depv[0].ptr;

	PRINTF("%lu\n", data[0]);
	ocrDbDestroy(depv[0].guid);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t block, tmpl, edt, event;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 8 * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	ocrEventCreate(&event, OCR_EVENT_ONCE_T, EVT_PROP_NONE);
	ocrEdtTemplateCreate(&tmpl, use, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &event, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEdtTemplateDestroy(tmpl);
	data[0] = 1;
	ocrDbRelease(block);
	ocrEventSatisfy(event, block);
	return NULL_GUID;
}
