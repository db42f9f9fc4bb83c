/* SPDX-License-Identifier: BSD-3-Clause */
/* output_unset.c - EDT_PROP_OEVT_VALID says that the program gives the output
 * event, and it gives none.
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
	ocrGuid_t tmpl, edt, done = UNINITIALIZED_GUID;

	ocrEdtTemplateCreate(&tmpl, hello, 0, 0);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 0, NULL, EDT_PROP_OEVT_VALID,
		     NULL_HINT, &done);
	return NULL_GUID;
}
