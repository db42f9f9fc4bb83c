/* SPDX-License-Identifier: BSD-3-Clause */
/* part_again.c - a block whose parts live gets more parts, also where others
 * were destroyed; and one task has several parts of a block, each in EW. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define CHAINS 4
#define ROUNDS 7
#define WORDS  150 /* of a chain; even */
#define HALF   (WORDS / 2)

struct args {
	ocrGuid_t db, end;
	u64 chain, round;
};

TASK(step);

/* In one part or in two, in turns; a part of no bytes as well. */
static void
go_on(struct args a)
{
	u64 at = a.chain * WORDS * sizeof(u64), half = HALF * sizeof(u64);
	ocrDbPart_t parts[3] = {{at, half, NULL_GUID},
				{at + half, half, NULL_GUID},
				{at + half / 2, 0, NULL_GUID}};
	u32 n = 3;
	ocrGuid_t t;

	if ((a.chain + a.round) % 2) {
		parts[0].size *= 2;
		n = 1;
	}
	t = conf_task(step, a.chain + a.round, PARAMS(a), n, NULL);
	OK(ocrDbPartition(a.db, n, parts, 0));
	for (u32 i = 0; i < n; i++)
		conf_link(parts[i].guid, t, i, DB_MODE_EW);
}

TASK(step)
{
	struct args a = *PARAM(struct args);
	u64 n = depc == 1 ? WORDS : HALF;

	for (u32 i = 0; i < depc; i++) {
		u64 *p = depv[i].ptr;

		for (u64 k = 0; p && k < n; k++) {
			CHECK_EQ("a word of the last round", p[k],
				 conf_word(a.round, i * HALF + k));
			p[k] = conf_word(a.round + 1, i * HALF + k);
		}
		CHECK((i == 2) == !p, "part %" PRIu32 " is at %p", i,
		      (void *)p);
		CHECK_OK(ocrDbDestroy(depv[i].guid));
	}
	if (++a.round < ROUNDS)
		go_on(a);
	else
		conf_start(a.end, 1 + (u32)a.chain);
	return NULL_GUID;
}

TASK(end)
{
	const u64 *p = depv[0].ptr;

	for (u64 i = 0; i < CHAINS; i++)
		CHECK_EQ("words of a chain",
			 conf_match(p + i * WORDS, WORDS, ROUNDS), WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.chain = 0};
	u64 *p = conf_block(&a.db, 1, CHAINS * WORDS * sizeof(*p));

	a.end = conf_task(end, 2, NO_PARAMS, 1 + CHAINS, NULL);
	for (a.chain = 0; a.chain < CHAINS; a.chain++)
		conf_fill(p + a.chain * WORDS, WORDS, 0);
	for (a.chain = 0; a.chain < CHAINS; a.chain++)
		go_on(a);
	/* It is asked for when all chains have come to their end. */
	conf_link(a.db, a.end, 0, DB_MODE_RO);
	return NULL_GUID;
}
