/* SPDX-License-Identifier: BSD-3-Clause */
/* test_acquire_all.c - a task that writes several blocks has all of them at
 * once, or none; what it has taken before one that it could not have goes back.
 *
 * On two nodes tasks count in blocks: on node 1 in two of node 0 and one of its
 * own, beside others that want some of them, or read one.  In half of the runs
 * each block looks as if it could be had.  An observer hears who has what.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "guidmap/guid.h"
#include "src/base/delivery.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/acquire_all.h"
#include "src/data/block.h"
#include "src/data/held.h"
#include "src/data/home.h"
#include "src/data/home_directory.h"
#include "src/data/right.h"
#include "src/sched/worker.h"

#include <check.h>

#define BLOCKS 3
#define STEPS  20
#define SEEDS  100

/* What a run does. */
static bool lies;

/* What came of all runs, of the one thread: */
static struct {
	unsigned all; /* times that a task had all, */
	unsigned shown, behind; /* was seen, or others came before, */
	unsigned reads; /* or it had what it reads; */
	unsigned lied, untaken;
	/* Of who asks now: */
	ocrGuid_t asks;
	unsigned heard;
} seen;

bool __real_ocr_right_is_free(struct ocr_runtime *rt, ocrGuid_t db,
			      uint32_t mode);
bool __real_ocr_home_is_free(struct ocr_block *b, ocrGuid_t g);
void __real_ocr_home_untake(struct ocr_runtime *rt, struct ocr_block *b,
			    ocrGuid_t g, const void *data);
void __real_ocr_acquire_all(struct ocr_runtime *rt, ocrGuid_t edt,
			    struct ocr_held_block *blocks, uint32_t n);
bool __wrap_ocr_right_is_free(struct ocr_runtime *rt, ocrGuid_t db,
			      uint32_t mode);
bool __wrap_ocr_home_is_free(struct ocr_block *b, ocrGuid_t g);
void __wrap_ocr_home_untake(struct ocr_runtime *rt, struct ocr_block *b,
			    ocrGuid_t g, const void *data);
void __wrap_ocr_acquire_all(struct ocr_runtime *rt, ocrGuid_t edt,
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
	/* What the worker keeps may be for this block. */
	ck_assert(ocr_deliveries_is_empty(&ocr_self->fired));
	return say(__real_ocr_home_is_free(b, g));
}

void
__wrap_ocr_home_untake(struct ocr_runtime *rt, struct ocr_block *b, ocrGuid_t g,
		       const void *data)
{
	seen.untaken++;
	__real_ocr_home_untake(rt, b, g, data);
}

/* What an observer hears of grants while a task asks for all. */
static void
hear(struct ocr_observer *o, const struct ocr_msg_grant *m, enum ocr_way way)
{
	(void)o;
	ck_assert_int_eq(way, OCR_WAY_CACHE);
	ck_assert(ocr_guid_eq(m->edt, seen.asks));
	seen.heard++;
}

static void
listen(struct ocr_runtime *rt, void (*to)(struct ocr_observer *,
					  const struct ocr_msg_grant *,
					  enum ocr_way))
{
	if (rt->observer)
		rt->observer->grant = to;
}

void
__wrap_ocr_acquire_all(struct ocr_runtime *rt, ocrGuid_t edt,
		       struct ocr_held_block *blocks, uint32_t n)
{
	bool keeps = !ocr_deliveries_is_empty(&ocr_self->fired);
	uint32_t written = 0, taken = 0, own = 0; /* own: of this node */

	seen.asks = edt;
	seen.heard = 0;
	ck_assert(!rt->observer || !rt->observer->grant);
	listen(rt, hear);
	__real_ocr_acquire_all(rt, edt, blocks, n);
	listen(rt, NULL);
	for (uint32_t i = 0; i < n; i++) {
		if (ocr_mode_writes(blocks[i].mode)) {
			written++;
			taken += blocks[i].block != NULL;
			own += ocr_owner_of(rt, blocks[i].db) == rt->self;
		} else {
			/* Who has a block by a right waits for no other. */
			ck_assert_ptr_nonnull(blocks[i].block);
			seen.reads++;
		}
	}
	ck_assert(!taken || taken == written);
	ck_assert_uint_eq(seen.heard, rt->observer ? taken : 0);
	seen.all += taken != 0;
	seen.shown += seen.heard != 0;
	seen.behind += keeps && !rt->observer && own && own < written;
}

/* -- The program ----------------------------------------------------------- */

struct chain {
	ocrGuid_t block[BLOCKS];
	u64 node, uses, reads; /* a bit for each block */
	u64 left;
};

static const struct chain chains[] = {
	{.node = 1, .uses = 7}, {.node = 1, .uses = 3}, {.node = 0, .uses = 2},
	{.node = 1, .uses = 6}, {.node = 0, .uses = 5},
	{.node = 1, .uses = 3, .reads = 4},
};
#define CHAINS (sizeof(chains) / sizeof(chains[0]))

TASK(count_edt);

TASK(idle_edt)
{
	return NULL_GUID;
}

static u32
count_of(u64 blocks)
{
	return (u32)__builtin_popcountll(blocks);
}

/* What it reads is behind what it counts in, and last the event, if there is
 * one. */
static void
make_count(const struct chain *c, ocrGuid_t event)
{
	bool waits = !ocrGuidIsNull(event);
	u32 n = 0, reads = count_of(c->uses), all = reads + count_of(c->reads);
	ocrGuid_t t = conf_task(count_edt, c->node, PARAMS(*c), all + waits,
				NULL);

	for (u32 i = 0; i < BLOCKS; i++) {
		if (c->uses >> i & 1)
			conf_link(c->block[i], t, n++,
				  c->left % 4 ? DB_MODE_EW : DB_MODE_RW);
		if (c->reads >> i & 1)
			conf_link(c->block[i], t, reads++, DB_MODE_CONST);
	}
	if (waits)
		conf_link(event, t, all, DB_MODE_NULL);
}

/* The next one, and another task before and behind it, by one event. */
static void
make_three(const struct chain *c)
{
	ocrGuid_t event = conf_event(OCR_EVENT_ONCE_T);

	for (unsigned i = 0; i < 3; i++) {
		if (i == 1)
			make_count(c, event);
		else
			conf_link(event,
				  conf_task(idle_edt, c->node, NO_PARAMS, 1,
					    NULL),
				  0, DB_MODE_NULL);
	}
	OK(ocrEventSatisfy(event, NULL_GUID));
}

TASK(count_edt)
{
	struct chain c = *PARAM(struct chain);

	for (u32 i = 0; i < count_of(c.uses); i++)
		++*(u64 *)depv[i].ptr;
	if (--c.left % 4 == 1)
		make_three(&c);
	else if (c.left)
		make_count(&c, NULL_GUID);
	return NULL_GUID;
}

TASK(start_edt)
{
	for (u64 i = 0; i < CHAINS; i++) {
		struct chain c = chains[i];

		memcpy(c.block, PARAM(struct chain)->block, sizeof(c.block));
		c.left = STEPS;
		make_count(&c, NULL_GUID);
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
		want += (u64)STEPS * count_of(chains[i].uses);
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
	struct sim_job_config c = {
		.n_nodes = 2,
		.n_workers = 1 + (unsigned)seed / 2 % 2,
		.seed = seed + 1,
		.protocol = (uint32_t)seed % 4,
		.leaks = true,
		/* Else a block of one's own is asked for, to be seen. */
		.unchecked = seed / 4 % 2,
	};
	struct sim_result r = one_job_run(c, main_edt);

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
	ck_assert_uint_gt(seen.shown, 0);
	ck_assert_uint_gt(seen.behind, 0);
	ck_assert_uint_gt(seen.reads, 0);
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
