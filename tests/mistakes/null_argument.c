/* SPDX-License-Identifier: BSD-3-Clause */
/* null_argument.c - getArgv() of an argument that is not there is NULL.
 */
#include "ocr.h"

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	char *name = getArgv(depv[0].ptr, 1);

	PRINTF("hello, %c.\n", name[0]);
	ocrShutdown();
	return NULL_GUID;
}
