/* SPDX-License-Identifier: BSD-3-Clause */
/* label_kind.c - a label for sticky events is given to a once event.
 */
#include "ocr.h"
#include "extensions/ocr-labeling.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t range, event;

	ocrGuidRangeCreate(&range, 4, GUID_USER_EVENT_STICKY);
	ocrGuidFromIndex(&event, range, 1);
	ocrEventCreate(&event, OCR_EVENT_ONCE_T, GUID_PROP_IS_LABELED);
	ocrGuidMapDestroy(range);
	ocrShutdown();
	return NULL_GUID;
}
