/* SPDX-License-Identifier: BSD-3-Clause */
/* destroy_twice.c - a block is destroyed twice.
 */
#include "ocr.h"

ocrGuid_t
end(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t block, tmpl, edt;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 8 * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	ocrDbDestroy(block);
	ocrDbDestroy(block);
	ocrEdtTemplateCreate(&tmpl, end, 0, 0);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 0, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEdtTemplateDestroy(tmpl);
	return NULL_GUID;
}
