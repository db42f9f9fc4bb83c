/* SPDX-License-Identifier: BSD-3-Clause */
/* const_stable.c - what a task sees in a block in CONST does not change while
 * it runs, and is never half of what another writes, however many write. */
#include "tests/conformance/conf.h"

#define TASKS 24
#define WORDS 2000

TASK(write)
{
	volatile u64 *p = depv[0].ptr;

	/* All words are equal before and after, and in between they are not. */
	for (u64 i = 0; i < WORDS; i++)
		CHECK_EQ("a word before the write", p[i], p[0]);
	for (u64 i = 0, v = p[0] + 1; i < WORDS; i++)
		p[i] = v;
	return NULL_GUID;
}

TASK(read)
{
	const volatile u64 *p = depv[0].ptr;
	u64 first = p[0];

	for (u64 round = 0; round < 20; round++)
		for (u64 i = 0; i < WORDS; i++)
			CHECK(p[i] == first,
			      "word %" PRIu64 " became %" PRIu64
			      " while the first was %" PRIu64,
			      i, p[i], first);
	return NULL_GUID;
}

TASK(end)
{
	CHECK_EQ("writers", conf_value(&depv[TASKS]), TASKS / 2);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t last = conf_task(end, 1, NO_PARAMS, TASKS + 1, NULL);
	ocrGuid_t start = conf_event(OCR_EVENT_ONCE_T), db, out, t;
	u64 *p = conf_block(&db, 1, WORDS * sizeof(*p));

	for (u64 i = 0; i < WORDS; i++)
		p[i] = 0;
	CHECK_OK(ocrDbRelease(db));
	conf_link(db, last, TASKS, DB_MODE_CONST);
	for (u32 i = 0; i < TASKS; i++) {
		t = conf_task(i % 2 ? write : read, i / 2, NO_PARAMS, 2, &out);
		conf_link(out, last, i, DB_DEFAULT_MODE);
		conf_link(db, t, 0, i % 2 ? DB_MODE_EW : DB_MODE_CONST);
		conf_link(start, t, 1, DB_MODE_CONST);
	}
	CHECK_OK(ocrEventSatisfy(start, NULL_GUID));
	return NULL_GUID;
}
