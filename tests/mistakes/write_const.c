/* SPDX-License-Identifier: BSD-3-Clause */
/* write_const.c - a block that was asked for as DB_MODE_CONST is written.
 */
#include "tests/mistakes/far.h"

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 *data = depv[0].ptr;

	data[0] = 2;
	ocrDbDestroy(depv[0].guid);
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
	data[0] = 1;
	ocrDbRelease(block);
	ocrEdtTemplateCreate(&tmpl, use, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, &hint, NULL);
	ocrEdtTemplateDestroy(tmpl);
	ocrAddDependence(block, edt, 0, DB_MODE_CONST);
	return NULL_GUID;
}
