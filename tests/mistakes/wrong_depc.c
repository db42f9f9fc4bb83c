/* SPDX-License-Identifier: BSD-3-Clause */
/* wrong_depc.c - the template says one slot, and the call gives two.
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
	ocrGuid_t deps[2] = {NULL_GUID, NULL_GUID};

	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 2, deps, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}
