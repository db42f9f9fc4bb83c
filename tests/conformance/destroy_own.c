/* SPDX-License-Identifier: BSD-3-Clause */
/* destroy_own.c - tasks create blocks for all nodes, write to them and destroy
 * them, released or not; enough that memory must come back. */
#include "tests/conformance/conf.h"

#define TASKS  6
#define BLOCKS 60
#define BYTES  (256 << 10)

TASK(churn)
{
	u64 *p;
	ocrGuid_t db;

	for (u64 i = 0; i < BLOCKS; i++) {
		p = conf_block(&db, i, BYTES);
		CHECK(p, "there is no memory");
		p[0] = p[BYTES / 8 - 1] = i;
		if (i % 2)
			CHECK_OK(ocrDbRelease(db));
		CHECK_OK(ocrDbDestroy(db));
		CHECK_CODE(ocrDbRelease(db), OCR_EACCES);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(TASKS), t, out;

	for (u32 i = 0; i < TASKS; i++) {
		t = conf_task(churn, i, NO_PARAMS, 1, &out);
		conf_link(out, end, i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
