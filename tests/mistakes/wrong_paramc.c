/* SPDX-License-Identifier: BSD-3-Clause */
/* wrong_paramc.c - the template says two parameters, and the call gives
 * three.
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
	u64 params[3] = {1, 2, 3};

	ocrEdtTemplateCreate(&tmpl, hello, 2, 0);
	ocrEdtCreate(&edt, tmpl, 3, params, 0, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}
