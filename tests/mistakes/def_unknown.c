/* SPDX-License-Identifier: BSD-3-Clause */
/* def_unknown.c - EDT_PARAM_DEF is given, and the template does not say how
 * many.
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
	u64 param = 1;

	ocrEdtTemplateCreate(&tmpl, hello, EDT_PARAM_UNK, 0);
	ocrEdtCreate(&edt, tmpl, EDT_PARAM_DEF, &param, 0, NULL, EDT_PROP_NONE,
		     NULL_HINT, NULL);
	return NULL_GUID;
}
