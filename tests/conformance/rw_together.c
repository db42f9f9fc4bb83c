/* SPDX-License-Identifier: BSD-3-Clause */
/* rw_together.c - two tasks of a node have one block in mode RW at the same
 * time, which needs no luck to be seen: the first has it while it waits for
 * another block, which it gets when the second, that has it as well, has run.
 * If they took turns, the job could not go on. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

struct args {
	u64 node, home; /* of the tasks; of the blocks */
	u64 swap;	/* which block is made first */
	ocrGuid_t part;
};

/* Has the block, and lets the other task have what it waits for. */
TASK(second)
{
	u64 *shared = depv[0].ptr;

	shared[1] = 2;
	CHECK_OK(ocrDbDestroy(PARAM(struct args)->part));
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

TASK(pair)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t made[2] = {zeros(a.home), zeros(a.home)};
	/* A task asks for what it writes in an order that we do not know: one
	 * of the two rounds has it wait with the block in hand. */
	ocrGuid_t shared = made[a.swap], other = made[!a.swap];
	ocrDbPart_t half = {.offset = 0, .size = sizeof(u64)};
	ocrGuid_t one, two, end, out;

	CHECK_OK(ocrDbPartition(other, 1, &half, 0));
	a.part = half.guid;
	one = conf_task(first, a.node, NO_PARAMS, 2, &out);
	end = conf_task(look, a.node, NO_PARAMS, 3, NULL);
	conf_link(shared, end, 0, DB_MODE_EW);
	conf_link(out, end, 1, DB_MODE_NULL);
	two = conf_task(second, a.node, PARAMS(a), 1, &out);
	conf_link(out, end, 2, DB_MODE_NULL);
	conf_link(shared, one, 0, DB_MODE_RW);
	conf_link(other, one, 1, DB_MODE_EW);
	conf_link(shared, two, 0, DB_MODE_RW);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes(), rounds = 4 * n;
	ocrGuid_t end = conf_end((u32)rounds), t, out;
	struct args a = {.part = NULL_GUID};

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
