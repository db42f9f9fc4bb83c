/* SPDX-License-Identifier: BSD-3-Clause */
/* zero_params.c - there are no parameters, and paramv has some.
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
	u64 params[2] = {1, 2};

	ocrEdtTemplateCreate(&tmpl, hello, 0, 0);
	ocrEdtCreate(&edt, tmpl, 0, params, 0, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}
