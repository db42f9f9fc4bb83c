/* SPDX-License-Identifier: BSD-3-Clause */
/* finish_remote.c - children on other nodes create children on other nodes,
 * and end before them: the scope's output event comes after the last of all.
 * A parent's end must not overtake the news of its children. */
#include "tests/conformance/conf.h"

#define ROUNDS 4
#define DEPTH  5 /* 2^6 - 1 tasks in a scope */

struct args {
	ocrGuid_t tmpl, count;
	u64 depth, where;
};

/* Creates two more before it ends, the next ones elsewhere. */
TASK(grow)
{
	struct args a = *PARAM(struct args);

	++*(u64 *)depv[0].ptr;
	for (u64 i = 0; a.depth && i < 2; i++) {
		struct args child = a;

		child.depth--;
		child.where = 2 * a.where + i + 1;
		conf_link(a.count,
			  conf_spawn(a.tmpl, child.where, PARAMS(child), 1,
				     EDT_PROP_NONE, NULL),
			  0, DB_MODE_EW);
	}
	return NULL_GUID;
}

/* No slot holds these back: all may be over before the scope's own task. */
TASK(grow_bare)
{
	struct args a = *PARAM(struct args);

	CHECK_OK(ocrEventSatisfySlot(a.count, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	for (u64 i = 0; a.depth && i < 2; i++) {
		struct args child = a;

		child.depth--;
		child.where = 2 * a.where + i + 1;
		conf_spawn(a.tmpl, child.where, PARAMS(child), 0, EDT_PROP_NONE,
			   NULL);
	}
	return NULL_GUID;
}

TASK(check)
{
	CHECK_EQ("tasks that were done", conf_value(&depv[1]),
		 (2 << DEPTH) - 1);
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(3 * ROUNDS), t, out, last, latch;
	struct args a = {.depth = DEPTH};

	for (u32 i = 0; i < ROUNDS; i++) {
		a.where = i;
		a.tmpl = conf_template(grow);
		a.count = conf_number(i, 0);
		last = conf_task(check, i + 1, NO_PARAMS, 2, &out);
		conf_link(out, end, 3 * i, DB_DEFAULT_MODE);
		t = conf_spawn(a.tmpl, i + 1, PARAMS(a), 1, EDT_PROP_FINISH,
			       &out);
		conf_link(out, last, 0, DB_DEFAULT_MODE);
		conf_link(a.count, last, 1, DB_MODE_CONST);
		conf_link(a.count, t, 0, DB_MODE_EW);

		a.tmpl = conf_template(grow_bare);
		latch = a.count = conf_event(OCR_EVENT_LATCH_T);
		conf_link(latch, end, 3 * i + 1, DB_DEFAULT_MODE);
		for (u32 k = 0; k < (2 << DEPTH) - 1; k++)
			CHECK_OK(ocrEventSatisfySlot(
				latch, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
		t = conf_spawn(a.tmpl, i + 2, PARAMS(a), 1, EDT_PROP_FINISH,
			       &out);
		conf_link(out, end, 3 * i + 2, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
