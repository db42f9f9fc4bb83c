/* SPDX-License-Identifier: BSD-3-Clause */
/* finish_return.c - what a finish task returns does not come through its
 * output event.
 */
#include "ocr.h"

ocrGuid_t
work(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t block;
	u64 *data;

	ocrDbCreate(&block, (void **)&data, 8 * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	data[0] = 1;
	return block;
}

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 *data = depv[0].ptr;

	PRINTF("%lu\n", data[0]);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, last, done;

	ocrEdtTemplateCreate(&tmpl, work, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_FINISH, NULL_HINT,
		     &done);
	ocrEdtTemplateCreate(&tmpl, use, 0, 1);
	ocrEdtCreate(&last, tmpl, 0, NULL, 1, &done, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrAddDependence(NULL_GUID, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
