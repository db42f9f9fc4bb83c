/* SPDX-License-Identifier: BSD-3-Clause */
/* stack_of_wait.c - while a task waits, another has larger local variables than
 * the stack that OCR_STACK gives it.
 */
#include "ocr.h"
#include "extensions/ocr-legacy.h"

#include <stdlib.h>
#include <string.h>

__attribute__((constructor)) static void
small_stacks(void)
{
	setenv("OCR_STACK", "256k", 1);
}

ocrGuid_t
large(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	volatile char local[1 << 20];

	for (size_t i = sizeof(local); i--;)
		local[i] = 0;
	PRINTF("%d\n", local[0]);
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, out;

	ocrEdtTemplateCreate(&tmpl, large, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     &out);
	ocrAddDependence(NULL_GUID, edt, 0, DB_MODE_NULL);
	ocrWait(out);
	ocrShutdown();
	return NULL_GUID;
}
