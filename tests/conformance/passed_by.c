/* SPDX-License-Identifier: BSD-3-Clause */
/* passed_by.c - as rw_together, but those two are started when tasks of their
 * node have written the block again and again: who is to set free what the
 * other waits for, block in hand, is not passed by it if he has asked before,
 * and has the block with it if both have it in mode RW. */
#include "tests/conformance/in_hand.h"

#define STEPS 4

struct args {
	u64 node, home; /* of the tasks; of the blocks */
	u64 swap;	/* which block is made first */
	u64 together;	/* in mode RW */
	u64 behind;	/* they ask while another one writes */
	u64 step;
	struct in_hand b;
	ocrGuid_t first;
};

/* Has the block, and lets the other task have what it waits for. */
TASK(second)
{
	const struct args *a = PARAM(struct args);

	if (a->together)
		((u64 *)depv[0].ptr)[1] = 2;
	CHECK_OK(ocrDbDestroy(a->b.part));
	return NULL_GUID;
}

TASK(first)
{
	const struct args *a = PARAM(struct args);
	u64 *shared = depv[0].ptr;

	if (a->together)
		CHECK_EQ("what the other task has written", shared[1], 2);
	shared[0] = 1;
	return NULL_GUID;
}

TASK(look)
{
	const u64 *shared = depv[0].ptr;

	CHECK_EQ("what the first has written", shared[0], 1);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(let_first_ask)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->b.shared, a->first, 0,
		  a->together ? DB_MODE_RW : DB_MODE_EW);
	return NULL_GUID;
}

TASK(before)
{
	u64 *shared = depv[0].ptr;

	shared[0] = shared[1] = 0;
	return NULL_GUID;
}

/* The second asks while this task writes, or behind one who writes. */
static void
ask(struct args *a, ocrGuid_t second_one)
{
	ocrDbAccessMode_t mode = a->together ? DB_MODE_RW : DB_MODE_CONST;
	ocrGuid_t then = conf_task(let_first_ask, a->node, PARAMS(*a), 2, NULL);
	ocrGuid_t t, out;

	if (!a->behind) {
		conf_link(a->b.shared, second_one, 0, mode);
		OK(ocrDbRelease(a->b.shared));
		conf_start(then, 0);
	} else {
		t = conf_task(before, a->node, NO_PARAMS, 1, &out);
		conf_link(out, then, 0, DB_MODE_NULL);
		OK(ocrDbRelease(a->b.shared));
		conf_link(a->b.shared, t, 0, DB_MODE_EW);
		conf_link(a->b.shared, second_one, 0, mode);
	}
	conf_start(then, 1);
}

/* Has the block in EW, one after the other. */
TASK(write)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t two, end, out;

	if (a.step) {
		a.step--;
		two = conf_task(write, a.node, PARAMS(a), 1, NULL);
		OK(ocrDbRelease(a.b.shared));
		conf_link(a.b.shared, two, 0, DB_MODE_EW);
		return NULL_GUID;
	}
	a.first = conf_task(first, a.node, PARAMS(a), 2, &out);
	end = conf_task(look, a.node, NO_PARAMS, 3, NULL);
	conf_link(a.b.shared, end, 0, DB_MODE_EW);
	conf_link(out, end, 1, DB_MODE_NULL);
	two = conf_task(second, a.node, PARAMS(a), 1, &out);
	conf_link(out, end, 2, DB_MODE_NULL);
	conf_link(a.b.other, a.first, 1, DB_MODE_EW);
	ask(&a, two);
	return NULL_GUID;
}

TASK(begin)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t;

	a.b = in_hand_make(a.home, a.swap);
	t = conf_task(write, a.node, PARAMS(a), 1, NULL);
	conf_link(a.b.shared, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes(), rounds = 16;
	ocrGuid_t end = conf_end((u32)rounds), t, out;
	struct args a = {.node = 0};

	OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < rounds; i++) {
		a.swap = i % 2;
		a.together = i / 2 % 2;
		a.behind = i / 4 % 2;
		a.step = i / 8 % 2 * STEPS;
		a.node = i / 2;
		a.home = a.node + 1 + i / 4 % n;
		t = conf_finish_task(begin, a.node + i % 3, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
