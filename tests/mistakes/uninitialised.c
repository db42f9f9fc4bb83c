/* SPDX-License-Identifier: BSD-3-Clause */
/* uninitialised.c - the GUID of an event was never set.
 */
#include "ocr.h"

#include <string.h>

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
	ocrGuid_t tmpl, edt, event;

	/* What the stack may have left there. */
	memset(&event, 0x5a, sizeof(event));
	ocrEdtTemplateCreate(&tmpl, hello, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrAddDependence(event, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
