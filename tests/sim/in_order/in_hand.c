/* SPDX-License-Identifier: BSD-3-Clause */
/* in_hand.c - tasks of one node have written a block again and again; then one
 * of another node asks for it, and what follows from that goes over the block's
 * home to the first node, where a third task wants the block and one more: it
 * waits for that until the second task has run.
 *
 * By the order of messages between each two nodes the second has asked first.
 * On real nodes nothing else promises that; so it is for simulated ones, where
 * it is always so.
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define STEPS  3
#define ROUNDS 12

struct args {
	u64 writer, asker, home;
	u64 swap; /* which block is made first */
	u64 step;
	ocrGuid_t shared, other, part, second, third;
};

TASK(second)
{
	CHECK_OK(ocrDbDestroy(PARAM(struct args)->part));
	return NULL_GUID;
}

TASK(third)
{
	u64 *shared = depv[0].ptr;

	shared[0] = 1;
	return NULL_GUID;
}

TASK(look)
{
	const u64 *shared = depv[0].ptr;

	CHECK_EQ("what the third has written", shared[0], 1);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* At the first node again. */
TASK(let_third_ask)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->shared, a->third, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(go_back)
{
	const struct args *a = PARAM(struct args);

	conf_start(conf_task(let_third_ask, a->writer, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

/* At the home, behind what the second has asked. */
TASK(go_on)
{
	const struct args *a = PARAM(struct args);

	conf_start(conf_task(go_back, a->asker, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(let_second_ask)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->shared, a->second, 0, DB_MODE_CONST);
	conf_start(conf_task(go_on, a->home, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(write)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t, end, ends[2];

	OK(ocrDbRelease(a.shared));
	if (a.step) {
		a.step--;
		t = conf_task(write, a.writer, PARAMS(a), 1, NULL);
		conf_link(a.shared, t, 0, DB_MODE_EW);
		return NULL_GUID;
	}
	a.second = conf_task(second, a.asker, PARAMS(a), 1, &ends[0]);
	a.third = conf_task(third, a.writer, NO_PARAMS, 2, &ends[1]);
	end = conf_task(look, a.writer, NO_PARAMS, 3, NULL);
	conf_link(ends[0], end, 1, DB_MODE_NULL);
	conf_link(ends[1], end, 2, DB_MODE_NULL);
	conf_link(a.shared, end, 0, DB_MODE_EW);
	conf_link(a.other, a.third, 1, DB_MODE_EW);
	conf_start(conf_task(let_second_ask, a.asker, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

static ocrGuid_t
zeros(u64 home)
{
	ocrGuid_t g = NULL_GUID;
	u64 *p = conf_block(&g, home, 2 * sizeof(*p));

	if (p)
		p[0] = p[1] = 0;
	OK(ocrDbRelease(g));
	return g;
}

TASK(begin)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t made[2] = {zeros(a.home), zeros(a.home)}, t;
	ocrDbPart_t half = {.offset = 0, .size = sizeof(u64)};

	a.shared = made[a.swap];
	a.other = made[!a.swap];
	a.step = STEPS;
	CHECK_OK(ocrDbPartition(a.other, 1, &half, 0));
	a.part = half.guid;
	t = conf_task(write, a.writer, PARAMS(a), 1, NULL);
	conf_link(a.shared, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), t, out;
	struct args a = {.writer = 0};

	OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < ROUNDS; i++) {
		a.swap = i % 2;
		a.writer = i / 2;
		a.asker = a.writer + 1;
		a.home = a.writer + 2;
		t = conf_finish_task(begin, a.writer, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
