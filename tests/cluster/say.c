/* SPDX-License-Identifier: BSD-3-Clause */
/* say.c - all nodes print at once: lines "node N line L ....." of 300
 * characters, 100 from each of four tasks of each node. */
#include "tests/conformance/conf.h"

#include <string.h>

TASK(say)
{
	u64 task = *PARAM(u64);
	char dots[300];

	memset(dots, '.', sizeof(dots));
	dots[sizeof(dots) - 1] = 0;
	for (u64 i = 0; i < 100; i++)
		PRINTF("node %03" PRIu64 " line %03" PRIu64 " %.*s\n",
		       conf_here(), task * 100 + i, 300 - 1 - 18, dots);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes();
	ocrGuid_t end = conf_end(4 * (u32)n), out, t;

	for (u64 i = 0; i < 4 * n; i++) {
		u64 task = i / n;

		t = conf_task(say, i, PARAMS(task), 1, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
