/* SPDX-License-Identifier: BSD-3-Clause */
/* rw_shared.c - tasks write to parts of one block in RW, unordered, and none
 * of what they wrote is lost: A.5, on several nodes.
 */
#include "tests/conformance/conf.h"

#define TASKS 12
#define PART  100

TASK(add)
{
	u64 *p = (u64 *)depv[0].ptr + *PARAM(u64) * PART;

	for (u64 i = 0; i < PART; i++)
		p[i] += *PARAM(u64);
	return NULL_GUID;
}

TASK(end)
{
	const u64 *p = depv[TASKS].ptr;

	for (u64 i = 0; i < TASKS * PART; i++)
		CHECK_EQ("a word", p[i], i + i / PART);
	CHECK_OK(ocrDbDestroy(depv[TASKS].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t db = NULL_GUID, last, out, tasks[TASKS];
	u64 *p = conf_block(&db, 2, TASKS * PART * sizeof(*p));

	for (u64 i = 0; i < TASKS * PART; i++)
		p[i] = i;
	CHECK_OK(ocrDbRelease(db));
	last = conf_task(end, 1, NO_PARAMS, TASKS + 1, NULL);
	/* Acquired when all slots are satisfied, so after all writers. */
	conf_link(db, last, TASKS, DB_MODE_CONST);
	for (u64 i = 0; i < TASKS; i++) {
		tasks[i] = conf_task(add, i, PARAMS(i), 1, &out);
		conf_link(out, last, (u32)i, DB_MODE_CONST);
	}
	for (u64 i = 0; i < TASKS; i++)
		conf_link(db, tasks[i], 0, DB_MODE_RW);
	return NULL_GUID;
}
