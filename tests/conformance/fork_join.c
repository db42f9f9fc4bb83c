/* SPDX-License-Identifier: BSD-3-Clause */
/* fork_join.c - two tasks run side by side, each makes a block, and a third
 * task gets both: the pattern of A.2. */
#include "tests/conformance/conf.h"

TASK(make)
{
	ocrGuid_t g = NULL_GUID;
	u32 *p = conf_block(&g, *PARAM(u64) + 1, sizeof(*p));

	CHECK(conf_is_on(*PARAM(u64)), "the task runs on a wrong node");
	*p = (u32)*PARAM(u64) * 10;
	return g;
}

TASK(join)
{
	const u32 *a = depv[0].ptr, *b = depv[1].ptr;

	CHECK_EQ("depc", depc, 2);
	CHECK(a && b, "a block is missing");
	CHECK_EQ("the first block", *a, 10);
	CHECK_EQ("the second block", *b, 20);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	u64 first = 1, second = 2;
	ocrGuid_t a, b, a_out, b_out, end;

	a = conf_task(make, first, PARAMS(first), 1, &a_out);
	b = conf_task(make, second, PARAMS(second), 1, &b_out);
	end = conf_task(join, 0, NO_PARAMS, 2, NULL);
	conf_link(a_out, end, 0, DB_MODE_CONST);
	conf_link(b_out, end, 1, DB_MODE_CONST);
	conf_start(a, 0);
	conf_start(b, 0);
	return NULL_GUID;
}
