/* SPDX-License-Identifier: BSD-3-Clause */
/* parts_kept.c - a task waits for a block of which a part is never destroyed.
 */
#include "ocr.h"
#include "extensions/ocr-db-partitioning.h"

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrDbDestroy(depv[0].guid);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrDbPart_t parts[2] = {{0, 32, NULL_GUID}, {32, 32, NULL_GUID}};
	ocrGuid_t block, tmpl, edt;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 8 * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	ocrDbPartition(block, 2, parts, 0);
	ocrDbRelease(block);
	ocrDbDestroy(parts[0].guid);
	ocrEdtTemplateCreate(&tmpl, use, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrAddDependence(block, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
