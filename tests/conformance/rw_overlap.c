/* SPDX-License-Identifier: BSD-3-Clause */
/* rw_overlap.c - tasks write to the same words of one block in RW, unordered:
 * each word holds afterwards what one of them wrote, and bytes beside them are
 * untouched. */
#include "tests/conformance/conf.h"

#define TASKS 12
#define WORDS 400 /* from FIRST on */
#define FIRST 3

/* The upper half says by whom, the lower half where. */
static u64
word_of(u64 task, u64 i)
{
	return task << 32 | i;
}

/* OCR allows the race that C does not, so C is told. */
TASK(write)
{
	u64 *p = (u64 *)depv[0].ptr + FIRST;

	for (u64 i = 0; i < WORDS; i++)
		__atomic_store_n(&p[i], word_of(*PARAM(u64), i),
				 __ATOMIC_RELAXED);
	return NULL_GUID;
}

TASK(end)
{
	const u64 *p = depv[TASKS].ptr;

	for (u64 i = 0; i < 2 * FIRST + WORDS; i++) {
		if (i < FIRST || i >= FIRST + WORDS) {
			CHECK_EQ("a word beside", p[i], i);
			continue;
		}
		CHECK_EQ("where it was written", p[i] & UINT32_MAX, i - FIRST);
		CHECK(p[i] >> 32 >= 1 && p[i] >> 32 <= TASKS,
		      "word %" PRIu64 " was written by nobody", i);
	}
	CHECK_OK(ocrDbDestroy(depv[TASKS].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t db, last, out, t, go = conf_event(OCR_EVENT_ONCE_T);
	u64 *p = conf_block(&db, 1, (2 * FIRST + WORDS) * sizeof(*p));

	for (u64 i = 0; i < 2 * FIRST + WORDS; i++)
		p[i] = i;
	CHECK_OK(ocrDbRelease(db));
	last = conf_task(end, 2, NO_PARAMS, TASKS + 1, NULL);
	conf_link(db, last, TASKS, DB_MODE_CONST);
	for (u64 i = 1; i <= TASKS; i++) {
		t = conf_task(write, i / 2, PARAMS(i), 2, &out);
		conf_link(out, last, (u32)i - 1, DB_DEFAULT_MODE);
		conf_link(db, t, 0, DB_MODE_RW);
		conf_link(go, t, 1, DB_DEFAULT_MODE);
	}
	CHECK_OK(ocrEventSatisfy(go, NULL_GUID));
	return NULL_GUID;
}
