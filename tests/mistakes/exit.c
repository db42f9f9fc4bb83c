/* SPDX-License-Identifier: BSD-3-Clause */
/* exit.c - a task calls exit() where ocrShutdown() is meant.
 */
#include "ocr.h"

#include <stdio.h>
#include <stdlib.h>

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	PRINTF("hello\n");
	fflush(stdout);
	exit(0);
	return NULL_GUID;
}
