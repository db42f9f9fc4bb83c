/* SPDX-License-Identifier: BSD-3-Clause */
/* release_twice.c - a block is released twice.
 */
#include "ocr.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t block;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 8 * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	ocrDbRelease(block);
	ocrDbRelease(block);
	ocrDbDestroy(block);
	ocrShutdown();
	return NULL_GUID;
}
