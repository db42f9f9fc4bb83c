/* SPDX-License-Identifier: BSD-3-Clause */
/* ew_count.c - tasks of all nodes count in one block in EW, together with two
 * that use it in RW: no count is lost, and nobody is inside with an exclusive
 * writer (A.6).
 */
#include "tests/conformance/conf.h"

#define EXCLUSIVE 24

struct shared {
	u64 busy;    /* an exclusive writer is inside */
	u64 count;   /* by the exclusive */
	u64 part[2]; /* by the others */
};

TASK(exclusive)
{
	volatile struct shared *s = depv[0].ptr;

	CHECK_EQ("busy", s->busy, 0);
	s->busy = 1;
	for (u64 i = 0, n = s->count; i < 1000; i++)
		s->count = n + i + 1;
	s->busy = 0;
	return NULL_GUID;
}

TASK(shared)
{
	volatile struct shared *s = depv[0].ptr;

	CHECK_EQ("busy", s->busy, 0);
	s->part[*PARAM(u64)]++;
	return NULL_GUID;
}

TASK(end)
{
	const struct shared *s = depv[EXCLUSIVE + 2].ptr;

	CHECK_EQ("count", s->count, 1000 * EXCLUSIVE);
	CHECK_EQ("first part", s->part[0], 1);
	CHECK_EQ("second part", s->part[1], 1);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t db = NULL_GUID, last, out, t, start;
	struct shared *s = conf_block(&db, 1, sizeof(*s));

	*s = (struct shared){0};
	CHECK_OK(ocrDbRelease(db));
	start = conf_event(OCR_EVENT_ONCE_T);
	last = conf_task(end, 0, NO_PARAMS, EXCLUSIVE + 3, NULL);
	for (u64 i = 0; i < EXCLUSIVE + 2; i++) {
		u64 part = i % 2;

		t = i < EXCLUSIVE ? conf_task(exclusive, i, NO_PARAMS, 2, &out)
				  : conf_task(shared, i, PARAMS(part), 2, &out);
		conf_link(out, last, (u32)i, DB_MODE_CONST);
		conf_link(db, t, 0, i < EXCLUSIVE ? DB_MODE_EW : DB_MODE_RW);
		conf_link(start, t, 1, DB_MODE_CONST);
	}
	conf_link(db, last, EXCLUSIVE + 2, DB_MODE_CONST);
	CHECK_OK(ocrEventSatisfy(start, NULL_GUID));
	return NULL_GUID;
}
