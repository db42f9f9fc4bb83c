/* SPDX-License-Identifier: BSD-3-Clause */
/* null_pointer.c - a slot that brought no block has no pointer.
 */
#include "ocr.h"

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 *data = depv[0].ptr;

	data[0] = 1;
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, none = NULL_GUID;

	ocrEdtTemplateCreate(&tmpl, use, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &none, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}
