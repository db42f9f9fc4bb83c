/* SPDX-License-Identifier: BSD-3-Clause */
/* not_released.c - a block is passed on before it was released, so who gets
 * it may miss what was written.
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
	ocrEventCreate(&event, OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG);
	ocrEdtTemplateCreate(&tmpl, use, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &event, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEdtTemplateDestroy(tmpl);
	data[0] = 1;
	ocrEventSatisfy(event, block);
	return NULL_GUID;
}
