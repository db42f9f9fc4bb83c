/* SPDX-License-Identifier: BSD-3-Clause */
/* destroy_ended.c - a task that has ended is destroyed.
 */
#include "ocr.h"

ocrGuid_t
end(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
nothing(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	return NULL_GUID;
}

ocrGuid_t
destroy(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt;

	ocrEdtDestroy(*(ocrGuid_t *)paramv);
	ocrEdtTemplateCreate(&tmpl, end, 0, 0);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 0, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEdtTemplateDestroy(tmpl);
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, after, done;

	ocrEdtTemplateCreate(&tmpl, nothing, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     &done);
	ocrEdtTemplateDestroy(tmpl);
	ocrEdtTemplateCreate(&tmpl, destroy, 2, 1);
	ocrEdtCreate(&after, tmpl, 2, (u64 *)&edt, 1, &done, EDT_PROP_NONE,
		     NULL_HINT, NULL);
	ocrEdtTemplateDestroy(tmpl);
	ocrAddDependence(NULL_GUID, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
