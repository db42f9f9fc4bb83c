/* SPDX-License-Identifier: BSD-3-Clause */
/* channel_full.c - a channel of two generations is satisfied three times, and
 * nobody takes anything.
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
	ocrEventParams_t params = {
		.EVENT_CHANNEL = {.maxGen = 2, .nbSat = 1, .nbDeps = 1},
	};
	ocrGuid_t tmpl, edt, channel;

	ocrEventCreateParams(&channel, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE,
			     &params);
	for (u64 i = 0; i < 3; i++)
		ocrEventSatisfy(channel, NULL_GUID);
	ocrEdtTemplateCreate(&tmpl, end, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &channel, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEdtTemplateDestroy(tmpl);
	ocrEventDestroy(channel);
	return NULL_GUID;
}
