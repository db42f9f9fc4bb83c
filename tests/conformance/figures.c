/* SPDX-License-Identifier: BSD-3-Clause */
/* figures.c - three cases of "Consistency model for runtime objects in the Open
 * Community Runtime", on three nodes where there are as many:
 *
 *   figure 2   a latch at one, incremented by a task and decremented by another
 *              behind it, must not fire in between
 *   figure 4   a latch that two events change: in either order it fires, once
 *   a chain    of events over a third node brings a block to its home, which
 *              may hear of its creation later
 */
#include "tests/conformance/conf.h"

#define ROUNDS 6
#define CASES  3
#define VALUE  77

struct args {
	ocrGuid_t end, latch, db, up, down;
	u64 round;
};

/* A task that the end waits for, as number `i` of this round. */
static ocrGuid_t
last_task(ocrEdt_t func, const struct args *a, u64 node, u32 depc, u32 i)
{
	ocrGuid_t out, t = conf_task(func, node, PARAMS(*a), depc, &out);

	conf_link(out, a->end, (u32)a->round * CASES + i, DB_DEFAULT_MODE);
	return t;
}

/* -- Figure 2 -------------------------------------------------------------- */

TASK(waiter)
{
	CHECK_EQ("what the last task wrote", conf_value(&depv[1]), VALUE);
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	return NULL_GUID;
}

static void
count(ocrGuid_t latch, u32 slot)
{
	OK(ocrEventSatisfySlot(latch, NULL_GUID, slot));
}

TASK(increment)
{
	count(PARAM(struct args)->latch, OCR_EVENT_LATCH_INCR_SLOT);
	return NULL_GUID;
}

TASK(decrement)
{
	count(PARAM(struct args)->latch, OCR_EVENT_LATCH_DECR_SLOT);
	return NULL_GUID;
}

TASK(write_and_decrement)
{
	*(u64 *)depv[1].ptr = VALUE;
	CHECK_OK(ocrDbRelease(depv[1].guid));
	count(PARAM(struct args)->latch, OCR_EVENT_LATCH_DECR_SLOT);
	return NULL_GUID;
}

TASK(figure2)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t w, t1, t2, t3, out1, out2;
	u64 n = a.round;

	a.latch = conf_event(OCR_EVENT_LATCH_T);
	a.db = conf_number(n + 1, 0);
	count(a.latch, OCR_EVENT_LATCH_INCR_SLOT);
	w = last_task(waiter, &a, n + 1, 2, 0);
	conf_link(a.latch, w, 0, DB_DEFAULT_MODE);
	/* Acquired when the latch has fired. */
	conf_link(a.db, w, 1, DB_MODE_CONST);

	t1 = conf_task(increment, n + 1, PARAMS(a), 1, &out1);
	t2 = conf_task(decrement, n + 2, PARAMS(a), 1, &out2);
	t3 = conf_task(write_and_decrement, n, PARAMS(a), 2, NULL);
	conf_link(out1, t2, 0, DB_DEFAULT_MODE);
	conf_link(out2, t3, 0, DB_DEFAULT_MODE);
	conf_link(a.db, t3, 1, DB_MODE_EW);
	conf_start(t1, 0);
	return NULL_GUID;
}

/* -- Figure 4 -------------------------------------------------------------- */

TASK(satisfy_both)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEventSatisfy(a->up, NULL_GUID));
	CHECK_OK(ocrEventSatisfy(a->down, NULL_GUID));
	return NULL_GUID;
}

TASK(make_down)
{
	struct args a = *PARAM(struct args);

	a.down = conf_event(OCR_EVENT_ONCE_T);
	conf_link(a.down, a.latch, OCR_EVENT_LATCH_DECR_SLOT, DB_DEFAULT_MODE);
	conf_start(conf_task(satisfy_both, a.round, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(make_up)
{
	struct args a = *PARAM(struct args);

	a.up = conf_event(OCR_EVENT_ONCE_T);
	conf_link(a.up, a.latch, OCR_EVENT_LATCH_INCR_SLOT, DB_DEFAULT_MODE);
	conf_start(conf_task(make_down, a.round + 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(figure4)
{
	struct args a = *PARAM(struct args);

	a.latch = conf_event(OCR_EVENT_LATCH_T);
	conf_link(a.latch, last_task(conf_nothing, &a, a.round + 2, 1, 1), 0,
		  DB_DEFAULT_MODE);
	conf_start(conf_task(make_up, a.round + 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

/* -- The chain ------------------------------------------------------------ */

TASK(read)
{
	CHECK_EQ("what came along the chain", conf_value(&depv[0]), VALUE);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(create_and_satisfy)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEventSatisfy(a->up, conf_number(a->round + 1, VALUE)));
	return NULL_GUID;
}

TASK(make_first)
{
	struct args a = *PARAM(struct args);

	a.up = conf_event(OCR_EVENT_ONCE_T);
	conf_link(a.up, a.down, 0, DB_DEFAULT_MODE);
	conf_start(conf_task(create_and_satisfy, a.round, PARAMS(a), 1, NULL),
		   0);
	return NULL_GUID;
}

TASK(chain)
{
	struct args a = *PARAM(struct args);

	a.down = conf_event(OCR_EVENT_ONCE_T);
	conf_link(a.down, last_task(read, &a, a.round + 1, 1, 2), 0,
		  DB_MODE_CONST);
	conf_start(conf_task(make_first, a.round + 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(ROUNDS * CASES)};

	for (a.round = 0; a.round < ROUNDS; a.round++) {
		conf_start(conf_task(figure2, a.round, PARAMS(a), 1, NULL), 0);
		conf_start(conf_task(figure4, a.round, PARAMS(a), 1, NULL), 0);
		conf_start(conf_task(chain, a.round + 1, PARAMS(a), 1, NULL),
			   0);
	}
	return NULL_GUID;
}
