/* SPDX-License-Identifier: BSD-3-Clause */
/* event_as_block.c - an event is released as if it were a block.
 */
#include "ocr.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t event;

	ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
	ocrDbRelease(event);
	ocrEventDestroy(event);
	ocrShutdown();
	return NULL_GUID;
}
