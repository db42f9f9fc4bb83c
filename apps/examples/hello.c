/* SPDX-License-Identifier: BSD-3-Clause */
/* hello.c - A.1: the smallest program. */
#include "apps/examples/example.h"

EDT(mainEdt)
{
	PRINTF("Hello World!\n");
	ocrShutdown();
	return NULL_GUID;
}
