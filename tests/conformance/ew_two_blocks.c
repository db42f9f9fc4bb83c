/* SPDX-License-Identifier: BSD-3-Clause */
/* ew_two_blocks.c - tasks of all nodes take two blocks, in both orders and in
 * all modes: none waits for ever, and no exclusive write is lost. */
#include "tests/conformance/conf.h"

#define TASKS 60

static const struct {
	ocrDbAccessMode_t a, b;
	bool swap;
} ways[] = {
	{DB_MODE_EW, DB_MODE_EW, false},    {DB_MODE_EW, DB_MODE_EW, true},
	{DB_MODE_EW, DB_MODE_CONST, false}, {DB_MODE_CONST, DB_MODE_EW, true},
	{DB_MODE_EW, DB_MODE_EW, true},	    {DB_MODE_RO, DB_MODE_EW, false},
};

#define WAYS (sizeof(ways) / sizeof(ways[0]))

TASK(use)
{
	for (u32 i = 0; i < 2; i++) {
		CHECK(depv[i].ptr, "slot %" PRIu32 " has no block", i);
		if (depv[i].mode == DB_MODE_EW)
			++*(u64 *)depv[i].ptr;
	}
	return NULL_GUID;
}

TASK(end)
{
	u64 a = 0, b = 0;

	for (u32 i = 0; i < TASKS; i++) {
		a += ways[i % WAYS].a == DB_MODE_EW;
		b += ways[i % WAYS].b == DB_MODE_EW;
	}
	CHECK_EQ("writes to the first", conf_value(&depv[TASKS]), a);
	CHECK_EQ("writes to the second", conf_value(&depv[TASKS + 1]), b);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t a = conf_number(1, 0), b = conf_number(2, 0), t, out;
	ocrGuid_t last = conf_task(end, 0, NO_PARAMS, TASKS + 2, NULL);
	ocrGuid_t start = conf_event(OCR_EVENT_ONCE_T);

	conf_link(a, last, TASKS, DB_MODE_CONST);
	conf_link(b, last, TASKS + 1, DB_MODE_CONST);
	for (u32 i = 0; i < TASKS; i++) {
		u32 swap = ways[i % WAYS].swap;

		t = conf_task(use, i / 2, NO_PARAMS, 3, &out);
		conf_link(out, last, i, DB_DEFAULT_MODE);
		conf_link(a, t, swap, ways[i % WAYS].a);
		conf_link(b, t, 1 - swap, ways[i % WAYS].b);
		conf_link(start, t, 2, DB_DEFAULT_MODE);
	}
	CHECK_OK(ocrEventSatisfy(start, NULL_GUID));
	return NULL_GUID;
}
