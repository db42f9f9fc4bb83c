/* SPDX-License-Identifier: BSD-3-Clause */
/* hint_property.c - a hint for blocks gets a property of tasks.
 */
#include "ocr.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrHint_t hint;

	ocrHintInit(&hint, OCR_HINT_DB_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, 1);
	ocrShutdown();
	return NULL_GUID;
}
