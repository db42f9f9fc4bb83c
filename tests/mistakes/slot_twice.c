/* SPDX-License-Identifier: BSD-3-Clause */
/* slot_twice.c - one slot is satisfied twice, and another never.
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
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt;

	ocrEdtTemplateCreate(&tmpl, hello, 0, 2);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 2, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrAddDependence(NULL_GUID, edt, 0, DB_MODE_RO);
	ocrAddDependence(NULL_GUID, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
