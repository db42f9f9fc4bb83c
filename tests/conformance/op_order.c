/* SPDX-License-Identifier: BSD-3-Clause */
/* op_order.c - what a task asks for takes effect in the order of its calls, and
 * so does what follows from it, although the objects are on different nodes.
 *
 * A latch event starts at 1.  One task increments it and then, in one way or
 * another, sets a decrement in motion on a third node.  If the decrement came
 * first, the latch would fire before the last task has set its mark.
 */
#include "tests/conformance/conf.h"

#define ROUNDS 6

enum kind {
	BY_EVENT,   /* an event that is linked to the latch */
	BY_CREATE,  /* a new task, ready at once */
	BY_SLOT,    /* the last slot of a task that waits */
	BY_RELEASE, /* a block that a task waits for */
	BY_OUTPUT,  /* the output event of the task */
	BY_SCOPE,   /* that of a finish task, whose child increments */
	KINDS
};

struct args {
	ocrGuid_t latch, mark; /* on node round + 1, round */
	ocrGuid_t way;	       /* an event or task on node round + 2 */
	u64 round, kind;
};

static void
move(ocrGuid_t latch, u32 slot)
{
	OK(ocrEventSatisfySlot(latch, NULL_GUID, slot));
}

TASK(up)
{
	move(PARAM(struct args)->latch, OCR_EVENT_LATCH_INCR_SLOT);
	return NULL_GUID;
}

TASK(down)
{
	move(PARAM(struct args)->latch, OCR_EVENT_LATCH_DECR_SLOT);
	return NULL_GUID;
}

/* On node `round`. */
TASK(act)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t db = NULL_GUID;
	u64 far = a.round + 2;

	if (a.kind == BY_SCOPE) {
		conf_start(conf_task(up, far, PARAMS(a), 1, NULL), 0);
		return NULL_GUID;
	}
	if (a.kind == BY_RELEASE) {
		conf_block(&db, a.round / 2, 64);
		conf_link(db, conf_task(down, far, PARAMS(a), 1, NULL), 0,
			  DB_MODE_EW);
	}
	move(a.latch, OCR_EVENT_LATCH_INCR_SLOT);
	if (a.kind == BY_EVENT)
		CHECK_OK(ocrEventSatisfy(a.way, NULL_GUID));
	else if (a.kind == BY_CREATE)
		conf_task(down, far, PARAMS(a), 0, NULL);
	else if (a.kind == BY_SLOT)
		conf_start(a.way, 0);
	else if (a.kind == BY_RELEASE)
		CHECK_OK(ocrDbRelease(db));
	return NULL_GUID;
}

/* Sets the mark, and takes the latch's first increment back. */
TASK(finish)
{
	*(u64 *)depv[0].ptr = 1;
	CHECK_OK(ocrDbRelease(depv[0].guid));
	move(PARAM(struct args)->latch, OCR_EVENT_LATCH_DECR_SLOT);
	return NULL_GUID;
}

/* On node round + 2: makes the way, and starts it all. */
TASK(prepare)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t, out, last;

	if (a.kind == BY_EVENT) {
		a.way = conf_event(OCR_EVENT_ONCE_T);
		conf_link(a.way, a.latch, OCR_EVENT_LATCH_DECR_SLOT,
			  DB_DEFAULT_MODE);
	} else if (a.kind == BY_SLOT) {
		a.way = conf_task(down, a.round + 2, PARAMS(a), 1, NULL);
	}
	last = conf_task(finish, a.round + 1, PARAMS(a), 2, NULL);
	t = a.kind == BY_SCOPE
		    ? conf_finish_task(act, a.round, PARAMS(a), 1, &out)
		    : conf_task(act, a.round, PARAMS(a), 1, &out);
	conf_link(out, last, 1, DB_DEFAULT_MODE);
	conf_link(a.mark, last, 0, DB_MODE_EW);
	if (a.kind == BY_OUTPUT || a.kind == BY_SCOPE)
		conf_link(out, conf_task(down, a.round + 2, PARAMS(a), 1, NULL),
			  0, DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}

TASK(fired)
{
	const struct args *a = PARAM(struct args);

	CHECK(conf_value(&depv[1]) == 1,
	      "in round %" PRIu64 " an effect of kind %" PRIu64
	      " overtook an earlier one",
	      a->round, a->kind);
	CHECK_OK(ocrDbDestroy(a->mark));
	return NULL_GUID;
}

/* On node round + 1: the latch event and its waiter. */
TASK(open)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t end = a.way, out, t;

	a.latch = conf_event(OCR_EVENT_LATCH_T);
	a.mark = conf_number(a.round, 0);
	move(a.latch, OCR_EVENT_LATCH_INCR_SLOT);
	t = conf_task(fired, a.round, PARAMS(a), 2, &out);
	conf_link(out, end, (u32)(a.round * KINDS + a.kind), DB_DEFAULT_MODE);
	conf_link(a.latch, t, 0, DB_MODE_CONST);
	conf_link(a.mark, t, 1, DB_MODE_CONST);
	conf_start(conf_task(prepare, a.round + 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.way = conf_end(ROUNDS * KINDS)};

	for (a.round = 0; a.round < ROUNDS; a.round++)
		for (a.kind = 0; a.kind < KINDS; a.kind++)
			conf_start(conf_task(open, a.round + 1, PARAMS(a), 1,
					     NULL),
				   0);
	return NULL_GUID;
}
