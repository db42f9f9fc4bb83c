/* SPDX-License-Identifier: BSD-3-Clause */
/* no_bytes.c - a block of 0 bytes has no pointer.
 */
#include "ocr.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t block;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 0, DB_PROP_NONE, NULL_HINT,
		    NO_ALLOC);
	data[0] = 1;
	ocrShutdown();
	return NULL_GUID;
}
