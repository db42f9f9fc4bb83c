/* SPDX-License-Identifier: BSD-3-Clause */
/* const_rw.c - tasks read a block in CONST while others write to it in RW, for
 * many steps: what a reader finds is a state in which no writer was at work, it
 * stays so as long as he has the block, and it has all that was written before
 * him.
 *
 * Each row of writers, one task after the other, has a share of the block;
 * between two of its tasks all words of the share are equal, the number of the
 * step.  One block is wanted by three rows, from all nodes; the other by one,
 * at its home, where often nobody has it.
 */
#include "tests/conformance/pause.h"

#define READERS 3 /* that begin behind each task of a row */
#define STEPS	16
#define WORDS	700 /* of a share; three are more than goes with a grant */
#define LOOKS	6

static const struct {
	u64 rows, home, spread;
} blocks[] = {{3, 1, 1}, {1, 0, 0}};
#define BLOCKS 2
#define MOST   3 /* rows */

struct args {
	ocrGuid_t db, latch;
	u64 block, row, step;
};

/* Slot: the block, as the step before of its row has left it, or later. */
TASK(read)
{
	const struct args *a = PARAM(struct args);
	const volatile u64 *p = depv[0].ptr;
	u64 first[MOST], rows = blocks[a->block].rows;

	for (u64 row = 0; row < rows; row++)
		first[row] = p[row * WORDS];
	CHECK(first[a->row] >= a->step,
	      "step %" PRIu64 " was done before, found %" PRIu64, a->step,
	      first[a->row]);
	for (u64 look = 0; look < LOOKS; look++) {
		for (u64 i = 0; i < rows * WORDS; i++)
			CHECK(p[i] == first[i / WORDS],
			      "look %" PRIu64 ": word %" PRIu64 " is %" PRIu64
			      ", and %" PRIu64 " was the first of its share",
			      look, i, p[i], first[i / WORDS]);
		conf_pause();
	}
	return NULL_GUID;
}

static ocrGuid_t write_row(u32 paramc, u64 *paramv, u32 depc,
			   ocrEdtDep_t depv[]);

/* The output event of a task counts the latch down. */
static ocrGuid_t
counted(ocrEdt_t body, u64 node, const struct args *a)
{
	ocrGuid_t tmpl = conf_template(body), latch = a->latch, t;

	OK(ocrEventSatisfySlot(latch, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	t = conf_spawn(tmpl, node, PARAMS(*a), 1, EDT_PROP_OEVT_VALID, &latch);
	OK(ocrEdtTemplateDestroy(tmpl));
	return t;
}

static u64
place(const struct args *a, u64 i)
{
	return blocks[a->block].home + blocks[a->block].spread * i;
}

/* All writers of a step are on one node, so that they meet. */
static void
next(const struct args *a)
{
	conf_link(a->db, counted(write_row, place(a, a->step), a), 0,
		  DB_MODE_RW);
}

/* Slot: the block. */
TASK(write_row)
{
	struct args a = *PARAM(struct args);
	volatile u64 *p = (u64 *)depv[0].ptr + a.row * WORDS;

	for (u64 i = 0; i < WORDS; i++) {
		CHECK_EQ("a word before", p[i], a.step);
		p[i] = a.step + 1;
		if (i % 100 == 50)
			conf_pause();
	}
	CHECK_OK(ocrDbRelease(a.db));
	a.step++;
	for (u64 i = 0; i < READERS; i++)
		conf_link(a.db, counted(read, place(&a, a.step + i), &a), 0,
			  DB_MODE_CONST);
	if (a.step < STEPS)
		next(&a);
	return NULL_GUID;
}

/* Slots: the blocks; all have ended. */
TASK(end)
{
	for (u32 b = 0; b < BLOCKS; b++) {
		const u64 *p = depv[b].ptr;

		for (u64 i = 0; i < blocks[b].rows * WORDS; i++)
			CHECK_EQ("a word", p[i], STEPS);
		CHECK_OK(ocrDbDestroy(depv[b].guid));
	}
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrEventParams_t one = {.EVENT_LATCH = {.counter = 1}};
	struct args a = {.latch = conf_event_with(OCR_EVENT_LATCH_T, &one)};
	ocrGuid_t last = conf_task(end, 2, NO_PARAMS, BLOCKS + 1, NULL);

	for (a.block = 0; a.block < BLOCKS; a.block++) {
		u64 rows = blocks[a.block].rows;
		u64 *p = conf_block(&a.db, blocks[a.block].home,
				    rows * WORDS * sizeof(*p));

		for (u64 i = 0; i < rows * WORDS; i++)
			p[i] = 0;
		CHECK_OK(ocrDbRelease(a.db));
		conf_link(a.db, last, (u32)a.block, DB_MODE_CONST);
		for (a.row = 0; a.row < rows; a.row++)
			next(&a);
	}
	conf_link(a.latch, last, BLOCKS, DB_DEFAULT_MODE);
	OK(ocrEventSatisfySlot(a.latch, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}
