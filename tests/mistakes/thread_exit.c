/* SPDX-License-Identifier: BSD-3-Clause */
/* thread_exit.c - a task calls pthread_exit() where it should return: the
 * thread is the runtime's.
 */
#include "ocr.h"

#include <pthread.h>

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	PRINTF("hello\n");
	pthread_exit(NULL);
	return NULL_GUID;
}
