/* SPDX-License-Identifier: BSD-3-Clause */
/* stack_used_up.c - a task calls itself without end.
 */
#include "ocr.h"

#include <sys/resource.h>

/* Where there is no limit, the memory would be used up first. */
__attribute__((constructor)) static void
limit(void)
{
	struct rlimit r;

	getrlimit(RLIMIT_STACK, &r);
	r.rlim_cur = 8 << 20;
	setrlimit(RLIMIT_STACK, &r);
}

static int
depth(volatile char *caller)
{
	volatile char frame[4096];

	frame[0] = caller ? *caller : 0;
	return frame[0] ? 0 : depth(frame) + frame[0];
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	PRINTF("%d\n", depth(NULL));
	ocrShutdown();
	return NULL_GUID;
}
