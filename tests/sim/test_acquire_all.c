/* SPDX-License-Identifier: BSD-3-Clause */
/* test_acquire_all.c - a task that writes several blocks has all of them at
 * once, or none; what it has taken before one that it could not have goes back.
 *
 * On two nodes tasks count in blocks: on node 1 in two of node 0 and one of its
 * own, beside others that want some of them.  In half of the runs each block
 * looks as if it could be had.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/sim_job.h"

#include "src/data/acquire_all.h"
#include "src/data/block.h"
#include "src/data/held.h"
#include "src/data/home.h"
#include "src/data/home_directory.h"
#include "src/data/right.h"
#include "tests/suite.h"

#include <check.h>

#define BLOCKS 3
#define STEPS  20
#define SEEDS  100

/* What a run does. */
static bool lies;

/* What came of all runs, of the one thread: */
static struct {
	unsigned all; /* times that a task had all, */
	unsigned lied, untaken;
} seen;

bool __real_ocr_right_is_free(struct ocr_runtime *rt, ocrGuid_t db,
			      uint32_t mode);
bool __real_ocr_home_is_free(struct ocr_block *b, ocrGuid_t g);
void __real_ocr_home_untake(struct ocr_runtime *rt, struct ocr_block *b,
			    ocrGuid_t g, const void *data);
void __real_ocr_acquire_all(struct ocr_runtime *rt,
			    struct ocr_held_block *blocks, uint32_t n);
bool __wrap_ocr_right_is_free(struct ocr_runtime *rt, ocrGuid_t db,
			      uint32_t mode);
bool __wrap_ocr_home_is_free(struct ocr_block *b, ocrGuid_t g);
void __wrap_ocr_home_untake(struct ocr_runtime *rt, struct ocr_block *b,
			    ocrGuid_t g, const void *data);
void __wrap_ocr_acquire_all(struct ocr_runtime *rt,
			    struct ocr_held_block *blocks, uint32_t n);

static bool
say(bool is_free)
{
	seen.lied += lies && !is_free;
	return lies || is_free;
}

bool
__wrap_ocr_right_is_free(struct ocr_runtime *rt, ocrGuid_t db, uint32_t mode)
{
	return say(__real_ocr_right_is_free(rt, db, mode));
}

bool
__wrap_ocr_home_is_free(struct ocr_block *b, ocrGuid_t g)
{
	return say(__real_ocr_home_is_free(b, g));
}

void
__wrap_ocr_home_untake(struct ocr_runtime *rt, struct ocr_block *b, ocrGuid_t g,
		       const void *data)
{
	seen.untaken++;
	__real_ocr_home_untake(rt, b, g, data);
}

void
__wrap_ocr_acquire_all(struct ocr_runtime *rt, struct ocr_held_block *blocks,
		       uint32_t n)
{
	uint32_t written = 0, taken = 0;

	__real_ocr_acquire_all(rt, blocks, n);
	for (uint32_t i = 0; i < n; i++) {
		if (ocr_mode_writes(blocks[i].mode)) {
			written++;
			taken += blocks[i].block != NULL;
		}
	}
	ck_assert(!taken || taken == written);
	seen.all += taken != 0;
}

/* -- The program ----------------------------------------------------------- */

struct chain {
	ocrGuid_t block[BLOCKS];
	u64 node, uses; /* a bit for each block */
	u64 left;
};

static const struct chain chains[] = {
	{.node = 1, .uses = 7}, {.node = 1, .uses = 3}, {.node = 0, .uses = 2},
	{.node = 1, .uses = 6}, {.node = 0, .uses = 5},
};
#define CHAINS (sizeof(chains) / sizeof(chains[0]))

TASK(count_edt);

static void
make_count(const struct chain *c)
{
	u32 n = 0;
	ocrGuid_t t = conf_task(count_edt, c->node, PARAMS(*c),
				(u32)__builtin_popcountll(c->uses), NULL);

	for (u32 i = 0; i < BLOCKS; i++)
		if (c->uses >> i & 1)
			conf_link(c->block[i], t, n++,
				  c->left % 4 ? DB_MODE_EW : DB_MODE_RW);
}

TASK(count_edt)
{
	struct chain c = *PARAM(struct chain);

	for (u32 i = 0; i < depc; i++)
		++*(u64 *)depv[i].ptr;
	if (--c.left)
		make_count(&c);
	return NULL_GUID;
}

TASK(start_edt)
{
	for (u64 i = 0; i < CHAINS; i++) {
		struct chain c = chains[i];

		memcpy(c.block, PARAM(struct chain)->block, sizeof(c.block));
		c.left = STEPS;
		make_count(&c);
	}
	return NULL_GUID;
}

TASK(end_edt)
{
	u64 want = 0, got = 0;

	for (u32 i = 0; i < BLOCKS; i++) {
		got += conf_value(&depv[i]);
		CHECK_OK(ocrDbDestroy(depv[i].guid));
	}
	for (u64 i = 0; i < CHAINS; i++)
		want += STEPS * (u64)__builtin_popcountll(chains[i].uses);
	CHECK_EQ("counted", got, want);
	ocrShutdown();
	return NULL_GUID;
}

/* All of them have ended. */
TASK(sum_edt)
{
	ocrGuid_t t = conf_task(end_edt, 0, NO_PARAMS, BLOCKS, NULL);

	for (u32 i = 0; i < BLOCKS; i++)
		conf_link(PARAM(struct chain)->block[i], t, i, DB_MODE_RO);
	return NULL_GUID;
}

TASK(main_edt)
{
	struct chain c = {0};
	ocrGuid_t start, sum, done;

	OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < BLOCKS; i++)
		c.block[i] = conf_number(i / (BLOCKS - 1), 0);
	sum = conf_task(sum_edt, 0, PARAMS(c), 1, NULL);
	start = conf_finish_task(start_edt, 0, PARAMS(c), 1, &done);
	conf_link(done, sum, 0, DB_MODE_NULL);
	conf_start(start, 0);
	return NULL_GUID;
}

static void
run(uint64_t seed)
{
	static char name[] = "all";
	char *argv[] = {name, NULL};
	struct sim_job_config c = {
		.n_nodes = 2,
		.n_workers = 1 + (unsigned)seed / 2 % 2,
		.seed = seed + 1,
		.protocol = (uint32_t)seed % 4,
		.max_steps = 1000000,
		.leaks = true,
		/* Else a block of one's own is asked for, to be seen. */
		.unchecked = seed / 4 % 2,
	};
	struct sim_result r = sim_job_run(&c, 1, argv, main_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
	ck_assert_uint_eq(r.errors, 0);
	ck_assert_uint_eq(r.violations, 0);
	ck_assert_uint_eq(r.leaks, 0);
}

START_TEST(a_task_has_all_that_it_writes_or_asks)
{
	memset(&seen, 0, sizeof(seen));
	lies = _i;
	for (uint64_t seed = 0; seed < SEEDS; seed++)
		run(seed);
	ck_assert_uint_gt(seen.all, 0);
	ck_assert_uint_eq(seen.untaken != 0, lies);
	ck_assert_uint_eq(seen.lied != 0, lies);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("acquire_all");
	TCase *t = tcase_create("acquire_all");

	tcase_add_loop_test(t, a_task_has_all_that_it_writes_or_asks, 0, 2);
	suite_add_tcase(s, t);
	return run_suite(s);
}
