/* SPDX-License-Identifier: BSD-3-Clause */
/* finish_inside.c - a task inside of a finish task waits for its end.
 */
#include "ocr.h"

ocrGuid_t
child(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
parent(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, *done = depv[0].ptr;

	ocrEdtTemplateCreate(&tmpl, child, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, done, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, done, block, *data;

	ocrDbCreate(&block, (void **)&data, sizeof(*data), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	ocrEdtTemplateCreate(&tmpl, parent, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_FINISH, NULL_HINT,
		     &done);
	*data = done;
	ocrDbRelease(block);
	ocrAddDependence(block, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
