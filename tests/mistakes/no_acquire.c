/* SPDX-License-Identifier: BSD-3-Clause */
/* no_acquire.c - a block that is created with DB_PROP_NO_ACQUIRE has no
 * pointer yet.
 */
#include "ocr.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t block;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 64, DB_PROP_NO_ACQUIRE, NULL_HINT,
		    NO_ALLOC);
	data[0] = 1;
	ocrShutdown();
	return NULL_GUID;
}
