/* SPDX-License-Identifier: BSD-3-Clause */
/* too_large.c - a block is larger than the memory, and nobody looks at what
 * ocrDbCreate() returns.
 */
#include "ocr.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t block;
	u64 *data = NULL;

	ocrDbCreate(&block, (void **)&data, UINT64_C(1) << 50, DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	data[0] = 1;
	ocrShutdown();
	return NULL_GUID;
}
