/* SPDX-License-Identifier: BSD-3-Clause */
/* template_gone.c - a task is created from a template that was destroyed.
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

	ocrEdtTemplateCreate(&tmpl, hello, 0, 0);
	ocrEdtTemplateDestroy(tmpl);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 0, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}
