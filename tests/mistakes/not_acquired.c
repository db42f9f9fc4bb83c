/* SPDX-License-Identifier: BSD-3-Clause */
/* not_acquired.c - a task destroys and releases a block of which it has only
 * the GUID, without a dependence.
 */
#include "tests/mistakes/far.h"

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t block = *(ocrGuid_t *)paramv;

	ocrDbRelease(block);
	ocrDbDestroy(block);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrHint_t hint = far_hint();
	ocrGuid_t block, tmpl, edt;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 8 * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	ocrDbRelease(block);
	ocrEdtTemplateCreate(&tmpl, use, 2, 0);
	ocrEdtCreate(&edt, tmpl, 2, (u64 *)&block, 0, NULL, EDT_PROP_NONE,
		     &hint, NULL);
	ocrEdtTemplateDestroy(tmpl);
	return NULL_GUID;
}
