/* SPDX-License-Identifier: BSD-3-Clause */
/* part_lease.c - a block that all nodes read again and again is cut, and a task
 * on each node reads it behind that call: it waits for the part's end, though
 * its node could have given it the bytes at once; also where a writer has just
 * been given the block.  Those who know nothing of the call find the old bytes
 * or the new.
 *
 * Each round begins with its number in all words of the block.
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define ROUNDS 6
#define WORDS  3000
#define MOST   8 /* nodes that read */
#define READS  4 /* on each, one after the other */

struct args {
	ocrGuid_t db;
	u64 round;
	ocrGuid_t next;
};

static u32
readers(void)
{
	u64 n = conf_nodes();

	return (u32)(n < MOST ? n : MOST);
}

static ocrGuid_t
look(const struct args *a, const u64 *p, u64 least)
{
	CHECK(p, "there is no block");
	CHECK(p[0] >= least && p[0] <= a->round + 1,
	      "round %" PRIu64 ": found %" PRIu64 ", not %" PRIu64
	      " to %" PRIu64,
	      a->round, p[0], least, a->round + 1);
	for (u64 i = 0; i < WORDS; i++)
		CHECK_EQ("a word", p[i], p[0]);
	return NULL_GUID;
}

/* Slots: the block; who has read before. */
TASK(read_before)
{
	const struct args *a = PARAM(struct args);

	return look(a, depv[0].ptr, a->round);
}

/* Slots: the block; who has cut it. */
TASK(read_behind)
{
	const struct args *a = PARAM(struct args);

	return look(a, depv[0].ptr, a->round + 1);
}

/* Has it between readers and parts, or behind them. */
TASK(hold)
{
	volatile u64 *p = depv[0].ptr;

	for (u64 i = 0; i < WORDS; i++)
		p[i] = p[i];
	return NULL_GUID;
}

TASK(write_part)
{
	u64 *p = depv[0].ptr;

	for (u64 i = 0; i < WORDS; i++)
		p[i]++;
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Slots: those who have read on each node. */
TASK(cut)
{
	struct args a = *PARAM(struct args);
	ocrDbPart_t part = {0, WORDS * sizeof(u64), NULL_GUID};
	ocrGuid_t writer, out, behind[MOST];
	u32 n = readers();

	writer = conf_task(write_part, a.round + 2, NO_PARAMS, 1, &out);
	conf_link(out, a.next, 2 * n, DB_DEFAULT_MODE);
	for (u32 i = 0; i < n; i++) {
		behind[i] = conf_task(read_behind, i, PARAMS(a), 2, &out);
		conf_link(out, a.next, n + i, DB_DEFAULT_MODE);
		conf_link(a.db, behind[i], 0,
			  i % 2 ? DB_MODE_CONST : DB_MODE_RO);
	}
	CHECK_OK(ocrDbPartition(a.db, 1, &part, 0));
	for (u32 i = 0; i < n; i++)
		conf_start(behind[i], 1);
	conf_link(part.guid, writer, 0, DB_MODE_EW);
	return NULL_GUID;
}

/* The node gets a lease.  The block is cut when the last but one has read, and
 * while the last begins, and a writer on one of the nodes. */
static void
read_often(const struct args *a, u32 node, ocrGuid_t cutter, ocrGuid_t writer)
{
	ocrGuid_t first = NULL_GUID, out = NULL_GUID, t;

	for (u32 i = 0; i < READS; i++) {
		ocrGuid_t before = out;

		t = conf_task(read_before, node, PARAMS(*a), 2, &out);
		conf_link(a->db, t, 0, i % 2 ? DB_MODE_CONST : DB_MODE_RO);
		if (i)
			conf_link(before, t, 1, DB_DEFAULT_MODE);
		else
			first = t;
		if (i == READS - 2)
			conf_link(out, cutter, node, DB_DEFAULT_MODE);
		if (i == READS - 2 && node == (a->round + 1) % readers())
			conf_link(out, writer, 1, DB_DEFAULT_MODE);
	}
	conf_link(out, a->next, node, DB_DEFAULT_MODE);
	conf_start(first, 1);
}

/* Slots: all tasks of the round before. */
TASK(next_round)
{
	struct args a = *PARAM(struct args);
	u32 n = readers();
	ocrGuid_t cutter, writer, out;

	if (++a.round == ROUNDS) {
		CHECK_OK(ocrDbDestroy(a.db));
		ocrShutdown();
		return NULL_GUID;
	}
	a.next = conf_task(next_round, a.round + 1, PARAMS(a), 2 * n + 2, NULL);
	cutter = conf_task(cut, a.round, PARAMS(a), n, NULL);
	writer = conf_task(hold, a.round + 1, NO_PARAMS, 2, &out);
	conf_link(out, a.next, 2 * n + 1, DB_DEFAULT_MODE);
	conf_link(a.db, writer, 0, a.round % 2 ? DB_MODE_RW : DB_MODE_EW);
	for (u32 i = 0; i < n; i++)
		read_often(&a, i, cutter, writer);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.round = UINT64_MAX};
	u64 *p = conf_block(&a.db, 1, WORDS * sizeof(*p));

	for (u64 i = 0; i < WORDS; i++)
		p[i] = 0;
	CHECK_OK(ocrDbRelease(a.db));
	conf_start(conf_task(next_round, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
