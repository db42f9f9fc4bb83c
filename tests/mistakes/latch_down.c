/* SPDX-License-Identifier: BSD-3-Clause */
/* latch_down.c - ocrEventSatisfy() on a latch satisfies slot 0, which counts
 * down.
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
	ocrGuid_t tmpl, edt, latch;

	ocrEventCreate(&latch, OCR_EVENT_LATCH_T, EVT_PROP_NONE);
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &latch, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEventSatisfy(latch, NULL_GUID);
	ocrEventSatisfy(latch, NULL_GUID);
	return NULL_GUID;
}
