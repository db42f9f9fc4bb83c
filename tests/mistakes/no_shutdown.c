/* SPDX-License-Identifier: BSD-3-Clause */
/* no_shutdown.c - nobody calls ocrShutdown(): the last task has to.
 */
#include "ocr.h"

ocrGuid_t
hello(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	PRINTF("hello\n");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt;

	ocrEdtTemplateCreate(&tmpl, hello, 0, 0);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 0, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}
