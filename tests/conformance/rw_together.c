/* SPDX-License-Identifier: BSD-3-Clause */
/* rw_together.c - two tasks of a node have one block in mode RW at the same
 * time, which needs no luck to be seen: the first has it while it waits for
 * another block, which it gets when the second, that has it as well, has run.
 * If they took turns, the job could not go on. */
#include "tests/conformance/in_hand.h"

struct args {
	u64 node, home; /* of the tasks; of the blocks */
	u64 swap;	/* which block is made first */
	struct in_hand b;
};

/* Has the block, and lets the other task have what it waits for. */
TASK(second)
{
	u64 *shared = depv[0].ptr;

	shared[1] = 2;
	CHECK_OK(ocrDbDestroy(PARAM(struct args)->b.part));
	return NULL_GUID;
}

TASK(first)
{
	u64 *shared = depv[0].ptr;

	/* What the other has written is in the memory that both had. */
	CHECK_EQ("what the other task has written", shared[1], 2);
	shared[0] = 1;
	return NULL_GUID;
}

TASK(look)
{
	const u64 *shared = depv[0].ptr;

	CHECK_EQ("what the first has written", shared[0], 1);
	CHECK_EQ("what the second has written", shared[1], 2);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(pair)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t one, two, end, out;

	a.b = in_hand_make(a.home, a.swap);
	one = conf_task(first, a.node, NO_PARAMS, 2, &out);
	end = conf_task(look, a.node, NO_PARAMS, 3, NULL);
	conf_link(a.b.shared, end, 0, DB_MODE_EW);
	conf_link(out, end, 1, DB_MODE_NULL);
	two = conf_task(second, a.node, PARAMS(a), 1, &out);
	conf_link(out, end, 2, DB_MODE_NULL);
	conf_link(a.b.shared, one, 0, DB_MODE_RW);
	conf_link(a.b.other, one, 1, DB_MODE_EW);
	conf_link(a.b.shared, two, 0, DB_MODE_RW);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes(), rounds = 4 * n;
	ocrGuid_t end = conf_end((u32)rounds), t, out;
	struct args a = {.node = 0};

	for (u64 i = 0; i < rounds; i++) {
		a.node = i / 4;
		a.home = a.node + i / 2 % 2;
		a.swap = i % 2;
		t = conf_finish_task(pair, a.node + i % 3, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
