/* SPDX-License-Identifier: BSD-3-Clause */
/* output_event.c - the output event of a task has waiters on all nodes, tasks
 * and events, and fires when the task's blocks are released. */
#include "tests/conformance/conf.h"

#define WAITERS 8
#define WORDS	600

TASK(write)
{
	conf_fill(depv[0].ptr, WORDS, 8);
	return depv[0].guid;
}

TASK(read)
{
	CHECK(depv[0].ptr, "there is no block");
	CHECK_EQ("good words", conf_match(depv[0].ptr, WORDS, 8), WORDS);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(WAITERS), db, out, done, t;
	ocrGuid_t writer = conf_task(write, 1, NO_PARAMS, 1, &out);
	ocrHint_t h = conf_db_hint(2);

	CHECK_OK(ocrDbCreate(&db, NULL, WORDS * sizeof(u64), DB_PROP_NO_ACQUIRE,
			     &h, NO_ALLOC));
	for (u64 i = 0; i < WAITERS; i++) {
		ocrGuid_t from = out;

		if (i % 2) {
			from = conf_event(OCR_EVENT_STICKY_T);
			conf_link(out, from, 0, DB_DEFAULT_MODE);
		}
		t = conf_task(read, i, NO_PARAMS, 1, &done);
		conf_link(done, end, (u32)i, DB_MODE_CONST);
		conf_link(from, t, 0, i % 3 ? DB_MODE_CONST : DB_MODE_RO);
	}
	conf_link(db, writer, 0, DB_MODE_EW);
	return NULL_GUID;
}
