/* SPDX-License-Identifier: BSD-3-Clause */
/* destroy_waiting.c - a task is destroyed while some of its slots are satisfied
 * with blocks, others are linked to events: it never holds the blocks up, and
 * who waits for its output event can be given something else. */
#include "tests/conformance/conf.h"

#define ROUNDS 8

struct args {
	ocrGuid_t task, after, db;
	u64 round;
};

TASK(never)
{
	FAIL("a destroyed task has run");
	return NULL_GUID;
}

/* Waits for the output event of the destroyed task, which will not come. */
TASK(after)
{
	CHECK(ocrGuidIsNull(depv[0].guid), "a destroyed task brought a block");
	/* The destroyed task had asked for it to write. */
	CHECK_EQ("the block", conf_value(&depv[1]), *PARAM(u64));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	return NULL_GUID;
}

TASK(destroy)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEdtDestroy(a->task));
	conf_start(a->after, 0);
	conf_link(a->db, a->after, 1, DB_MODE_EW);
	return NULL_GUID;
}

TASK(open)
{
	struct args a = {.round = *PARAM(u64)};
	ocrGuid_t fired = conf_event(OCR_EVENT_STICKY_T), out;
	ocrGuid_t unfired = conf_event(OCR_EVENT_IDEM_T);

	a.db = conf_number(a.round + 1, a.round);
	a.task = conf_task(never, a.round + 2, NO_PARAMS, 4, &out);
	a.after = conf_task(after, a.round + 1, PARAMS(a.round), 2, NULL);
	conf_link(out, a.after, 0, DB_DEFAULT_MODE);
	conf_link(a.db, a.task, 0, DB_MODE_EW);
	conf_link(fired, a.task, 1, DB_MODE_RW);
	CHECK_OK(ocrEventSatisfy(fired, a.db));
	conf_link(unfired, a.task, 2, DB_MODE_RW);
	conf_task(destroy, a.round / 2, PARAMS(a), 0, NULL);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), t, out;

	for (u64 i = 0; i < ROUNDS; i++) {
		t = conf_finish_task(open, i, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
