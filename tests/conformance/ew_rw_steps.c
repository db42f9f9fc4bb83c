/* SPDX-License-Identifier: BSD-3-Clause */
/* ew_rw_steps.c - for many steps tasks of all nodes want one block in EW, and
 * others in RW: who has it in EW is alone from his first access to his last,
 * and nothing is lost that anybody has written.
 *
 * Each row of tasks is one task after the other, on another node each.  Tasks
 * that share are on one node at a time, so that they meet.  One block is wanted
 * by five rows, from all nodes; the other by two, at its home, where often
 * nobody has it.
 */
#include "tests/conformance/pause.h"

#include <string.h>

#define BLOCKS 2
#define ROWS   5 /* at most, for one block */
#define STEPS  24
#define BESIDE 2000
#define LOOKS  8 /* in one task */

static const struct {
	u64 shared, rows, spread; /* those that share come first */
} of[BLOCKS] = {{3, 5, 1}, {1, 2, 0}};

/* Only atomic, since what must not meet may. */
struct block {
	_Atomic u64 alone;	  /* who has it in EW, plus 1; or 0 */
	_Atomic u64 inside[ROWS]; /* a task of that row is */
	_Atomic u64 count[ROWS];
	u64 beside[BESIDE]; /* the block is larger than what goes with a grant
			     */
};

struct args {
	ocrGuid_t db, last;
	u64 block, row, step;
};

static ocrGuid_t share(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);
static ocrGuid_t exclude(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

static void
next(struct args a)
{
	bool shares = a.row < of[a.block].shared;
	u64 node = a.block + of[a.block].spread * (a.step + !shares * a.row);
	ocrGuid_t t;

	if (a.step == STEPS) {
		conf_start(a.last, (u32)(a.block * ROWS + a.row));
		return;
	}
	t = conf_task(shares ? share : exclude, node, PARAMS(a), 1, NULL);
	conf_link(a.db, t, 0, shares ? DB_MODE_RW : DB_MODE_EW);
}

/* Meanwhile nobody of this row has the block. */
TASK(go_round)
{
	next(*PARAM(struct args));
	return NULL_GUID;
}

static void
step(const struct args *a)
{
	struct args more = *a;

	OK(ocrDbRelease(a->db));
	more.step++;
	if (of[a->block].spread)
		next(more);
	else
		conf_start(conf_task(go_round, a->step, PARAMS(more), 1, NULL),
			   0);
}

TASK(share)
{
	const struct args *a = PARAM(struct args);
	struct block *b = depv[0].ptr;

	b->inside[a->row] = 1;
	for (u64 i = 0; i < LOOKS; i++) {
		CHECK_EQ("who is alone", b->alone, 0);
		b->count[a->row]++;
		conf_pause();
	}
	CHECK_EQ("who is alone", b->alone, 0);
	CHECK_EQ("count", b->count[a->row], (a->step + 1) * LOOKS);
	b->inside[a->row] = 0;
	step(a);
	return NULL_GUID;
}

static u64
sum(const struct block *b)
{
	u64 n = 0;

	for (u64 i = 0; i < ROWS; i++)
		n += b->count[i];
	return n;
}

TASK(exclude)
{
	const struct args *a = PARAM(struct args);
	struct block *b = depv[0].ptr;
	u64 before = sum(b);

	CHECK_EQ("who is alone", b->alone, 0);
	b->alone = a->row + 1;
	for (u64 i = 0; i < LOOKS; i++) {
		CHECK_EQ("who is alone", b->alone, a->row + 1);
		for (u64 row = 0; row < ROWS; row++)
			CHECK_EQ("who shares", b->inside[row], 0);
		CHECK_EQ("all counts", sum(b), before + i);
		b->count[a->row]++;
		conf_pause();
	}
	CHECK_EQ("all counts", sum(b), before + LOOKS);
	CHECK_EQ("who is alone", b->alone, a->row + 1);
	b->alone = 0;
	step(a);
	return NULL_GUID;
}

/* Slots: the rows of each block; the blocks. */
TASK(end)
{
	for (u32 i = 0; i < BLOCKS; i++) {
		const struct block *b = depv[BLOCKS * ROWS + i].ptr;

		CHECK_EQ("all counts", sum(b), of[i].rows * STEPS * LOOKS);
		CHECK_EQ("the bytes beside", conf_match(b->beside, BESIDE, i),
			 BESIDE);
		CHECK_OK(ocrDbDestroy(depv[BLOCKS * ROWS + i].guid));
	}
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.step = 0};

	a.last = conf_task(end, 2, NO_PARAMS, BLOCKS * (ROWS + 1), NULL);
	for (a.block = 0; a.block < BLOCKS; a.block++) {
		struct block *b = conf_block(&a.db, a.block, sizeof(*b));

		CHECK(b, "there is no block");
		memset(b, 0, sizeof(*b));
		conf_fill(b->beside, BESIDE, a.block);
		CHECK_OK(ocrDbRelease(a.db));
		conf_link(a.db, a.last, (u32)(BLOCKS * ROWS + a.block),
			  DB_MODE_CONST);
		for (a.row = 0; a.row < ROWS; a.row++)
			if (a.row < of[a.block].rows)
				next(a);
			else
				conf_start(a.last,
					   (u32)(a.block * ROWS + a.row));
	}
	return NULL_GUID;
}
