/* SPDX-License-Identifier: BSD-3-Clause */
/* where.c - prints where each node has loaded the program's functions and the
 * library's: a line "node N program P library L". */
#include "tests/conformance/conf.h"

TASK(say)
{
	PRINTF("node %" PRIu64 " program %p library %p\n", conf_here(),
	       (void *)(uintptr_t)say, (void *)(uintptr_t)ocrShutdown);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes();
	ocrGuid_t end = conf_end((u32)n), out, t;

	for (u64 i = 0; i < n; i++) {
		t = conf_task(say, i, NO_PARAMS, 1, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
