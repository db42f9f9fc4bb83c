/* SPDX-License-Identifier: BSD-3-Clause */
/* output_late.c - the output event of a task that has ended is gone.
 */
#include "ocr.h"

ocrGuid_t
hello(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	PRINTF("hello\n");
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
nothing(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	return NULL_GUID;
}

ocrGuid_t
later(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt;

	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, (ocrGuid_t *)paramv, EDT_PROP_NONE,
		     NULL_HINT, NULL);
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, late, done;

	ocrEdtTemplateCreate(&tmpl, nothing, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     &done);
	ocrEdtTemplateCreate(&tmpl, later, 2, 1);
	ocrEdtCreate(&late, tmpl, 2, (u64 *)&done, 1, &done, EDT_PROP_NONE,
		     NULL_HINT, NULL);
	ocrAddDependence(NULL_GUID, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
