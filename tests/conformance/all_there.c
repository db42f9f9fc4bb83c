/* SPDX-License-Identifier: BSD-3-Clause */
/* all_there.c - a task begins when all of its blocks are there, whichever comes
 * last; tasks that come together for the same blocks find the same bytes, those
 * of the last release.
 */
#include "tests/conformance/conf.h"

#define ROUNDS	8
#define BLOCKS	3 /* at home on as many nodes */
#define READERS 3 /* on each of three nodes */
#define WORDS	300

struct args {
	u64 round;
	ocrGuid_t db[BLOCKS];
};

struct turn {
	u64 seed;
};

static u64
seed_of(u64 round, u64 block)
{
	return round * BLOCKS + block;
}

TASK(write)
{
	conf_fill(depv[0].ptr, WORDS, PARAM(struct turn)->seed);
	return NULL_GUID;
}

TASK(read)
{
	const struct args *a = PARAM(struct args);

	for (u64 i = 0; i < BLOCKS; i++) {
		CHECK(depv[i].ptr, "block %" PRIu64 " is not there", i);
		CHECK_EQ("good words",
			 conf_match(depv[i].ptr, WORDS, seed_of(a->round, i)),
			 WORDS);
	}
	return NULL_GUID;
}

TASK(next_round);

/* All have been written: whoever reads them fetches them. */
TASK(let_read)
{
	struct args a = *PARAM(struct args), after = a;
	ocrGuid_t next, t, out;

	after.round++;
	next = conf_task(next_round, after.round, PARAMS(after), 3 * READERS,
			 NULL);
	for (u64 i = 0; i < 3 * READERS; i++) {
		t = conf_task(read, i % 3, PARAMS(a), BLOCKS, &out);
		conf_link(out, next, (u32)i, DB_DEFAULT_MODE);
		for (u64 b = 0; b < BLOCKS; b++)
			conf_link(a.db[(b + i) % BLOCKS], t,
				  (u32)((b + i) % BLOCKS),
				  i % 2 ? DB_MODE_RO : DB_MODE_CONST);
	}
	return NULL_GUID;
}

TASK(next_round)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t then, t, out;
	struct turn turn;

	if (a->round == ROUNDS) {
		for (u64 b = 0; b < BLOCKS; b++)
			CHECK_OK(ocrDbDestroy(a->db[b]));
		ocrShutdown();
		return NULL_GUID;
	}
	then = conf_task(let_read, a->round + 1, PARAMS(*a), BLOCKS, NULL);
	for (u64 b = 0; b < BLOCKS; b++) {
		turn.seed = seed_of(a->round, b);
		t = conf_task(write, a->round + b, PARAMS(turn), 1, &out);
		conf_link(out, then, (u32)b, DB_DEFAULT_MODE);
		conf_link(a->db[b], t, 0, DB_MODE_EW);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.round = 0};
	ocrGuid_t t;

	for (u64 b = 0; b < BLOCKS; b++) {
		conf_block(&a.db[b], b, WORDS * sizeof(u64));
		CHECK_OK(ocrDbRelease(a.db[b]));
	}
	t = conf_task(next_round, 0, PARAMS(a), 3 * READERS, NULL);
	for (u32 i = 0; i < 3 * READERS; i++)
		conf_start(t, i);
	return NULL_GUID;
}
