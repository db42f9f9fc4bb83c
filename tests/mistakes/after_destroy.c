/* SPDX-License-Identifier: BSD-3-Clause */
/* after_destroy.c - a block is written after it was destroyed.
 */
#include "ocr.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t block;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 8 * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	ocrDbDestroy(block);
	data[0] = 1;
	ocrShutdown();
	return NULL_GUID;
}
