/* SPDX-License-Identifier: BSD-3-Clause */
/* parts_overlap.c - two parts of a block overlap.
 */
#include "ocr.h"
#include "extensions/ocr-db-partitioning.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrDbPart_t parts[2] = {{0, 40, NULL_GUID}, {32, 32, NULL_GUID}};
	ocrGuid_t block;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 8 * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	ocrDbPartition(block, 2, parts, 0);
	ocrDbDestroy(block);
	ocrShutdown();
	return NULL_GUID;
}
