/* SPDX-License-Identifier: BSD-3-Clause */
/* null_function.c - a task calls a function by a pointer that is NULL.
 */
#include "ocr.h"

#include <stddef.h>

static u64 (*volatile step)(u64);

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	paramv[0] = step(1) + 1;
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt;
	u64 param = 1;

	ocrEdtTemplateCreate(&tmpl, use, 1, 0);
	ocrEdtCreate(&edt, tmpl, 1, &param, 0, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}
