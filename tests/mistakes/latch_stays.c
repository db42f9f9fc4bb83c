/* SPDX-License-Identifier: BSD-3-Clause */
/* latch_stays.c - a latch is counted up for three tasks, of which only two
 * count it down.
 */
#include "ocr.h"

ocrGuid_t
work(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t latch = *(ocrGuid_t *)paramv;

	if (paramv[2])
		ocrEventSatisfySlot(latch, NULL_GUID,
				    OCR_EVENT_LATCH_DECR_SLOT);
	return NULL_GUID;
}

ocrGuid_t
end(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct {
		ocrGuid_t latch;
		u64 number;
	} p;
	ocrGuid_t tmpl, edt, last;

	ocrEventCreate(&p.latch, OCR_EVENT_LATCH_T, EVT_PROP_NONE);
	ocrEdtTemplateCreate(&tmpl, end, 0, 1);
	ocrEdtCreate(&last, tmpl, 0, NULL, 1, &p.latch, EDT_PROP_NONE,
		     NULL_HINT, NULL);
	ocrEdtTemplateCreate(&tmpl, work, 3, 0);
	for (u64 i = 0; i < 3; i++)
		ocrEventSatisfySlot(p.latch, NULL_GUID,
				    OCR_EVENT_LATCH_INCR_SLOT);
	for (p.number = 0; p.number < 3; p.number++)
		ocrEdtCreate(&edt, tmpl, 3, (u64 *)&p, 0, NULL, EDT_PROP_NONE,
			     NULL_HINT, NULL);
	return NULL_GUID;
}
