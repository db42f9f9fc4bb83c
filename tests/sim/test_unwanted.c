/* SPDX-License-Identifier: BSD-3-Clause */
/* test_unwanted.c - a block that goes along with a satisfaction, and that nobody
 * reads there: its home hears so, and sends none any more with that event, nor
 * that block.
 *
 * In each round a task of node 0 writes a block and satisfies an event of node 1
 * with it; the task behind that reads the block, or does not look at it, and
 * begins the next round.  How often blocks have gone along is counted.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include <check.h>

#define ROUNDS 24
#define SEEDS  20

/* What a run does; which are new in each round. */
struct how {
	bool reads, events, blocks;
	u64 along; /* what is to come of it */
};
static const struct how *how;

struct args {
	ocrGuid_t block, old, event;
	u64 round;
};

/* Slot 0: the block, where it is the same in all rounds. */
TASK(write_edt)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t block = a->block;
	u64 *p = depv[0].ptr;

	if (how->blocks)
		p = conf_block(&block, 0, sizeof(*p));
	/* Nobody waits for the last one. */
	if (!ocrGuidIsNull(a->old))
		CHECK_OK(ocrDbDestroy(a->old));
	*p = a->round;
	CHECK_OK(ocrDbRelease(block));
	CHECK_OK(ocrEventSatisfy(a->event, block));
	return NULL_GUID;
}

TASK(look_edt);

/* On node 1, where the event is. */
static void
begin_round(struct args a)
{
	ocrGuid_t look, write;

	if (how->events)
		a.event = conf_event(OCR_EVENT_ONCE_T);
	look = conf_task(look_edt, 1, PARAMS(a), 1, NULL);
	conf_link(a.event, look, 0, how->reads ? DB_MODE_CONST : DB_MODE_NULL);
	write = conf_task(write_edt, 0, PARAMS(a), 1, NULL);
	conf_link(how->blocks ? NULL_GUID : a.block, write, 0, DB_MODE_EW);
}

TASK(end_edt)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrDbDestroy(a->old));
	if (!how->events)
		CHECK_OK(ocrEventDestroy(a->event));
	ocrShutdown();
	return NULL_GUID;
}

TASK(look_edt)
{
	struct args a = *PARAM(struct args);

	if (how->reads) {
		CHECK_EQ("what was written", conf_value(&depv[0]), a.round);
		CHECK_OK(ocrDbRelease(depv[0].guid));
	}
	if (how->blocks || a.round + 1 == ROUNDS)
		a.old = depv[0].guid;
	if (++a.round < ROUNDS)
		begin_round(a);
	else
		conf_start(conf_task(end_edt, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(start_edt)
{
	struct args a = *PARAM(struct args);

	if (!how->events)
		a.event = conf_channel(2, 1, 1);
	begin_round(a);
	return NULL_GUID;
}

TASK(main_edt)
{
	struct args a = {.old = NULL_GUID};

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	if (!how->blocks)
		a.block = conf_number(0, 0);
	conf_start(conf_task(start_edt, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

static const struct how hows[] = {
	{.reads = true, .along = ROUNDS},
	{.reads = true, .events = true, .along = ROUNDS},
	{.reads = true, .blocks = true, .along = ROUNDS},
	{.along = 1},
	{.events = true, .along = 1},
	/* Who ends the first hears of it when the second has left. */
	{.blocks = true, .along = 2},
	/* Nobody can know. */
	{.events = true, .blocks = true, .along = ROUNDS},
};

START_TEST(what_nobody_reads_goes_along_once)
{
	how = &hows[_i];
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct sim_job_config c = {
			.n_nodes = 2,
			.seed = seed + 1,
			.protocol = (uint32_t)seed % 4,
			.leaks = true,
			.even_ways = true,
		};
		struct sim_result r = one_job_run(c, main_edt);

		ck_assert_int_eq(r.outcome, SIM_ENDED);
		ck_assert_uint_eq(r.status, 0);
		ck_assert_uint_eq(r.errors, 0);
		ck_assert_uint_eq(r.violations, 0);
		ck_assert_uint_eq(r.leaks, 0);
		ck_assert_uint_eq(r.along, how->along);
		ck_assert_uint_eq(r.along_read, how->reads ? ROUNDS : 0);
	}
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("unwanted");
	TCase *t = tcase_create("unwanted");

	tcase_add_loop_test(t, what_nobody_reads_goes_along_once, 0,
			    sizeof(hows) / sizeof(hows[0]));
	suite_add_tcase(s, t);
	return run_suite(s);
}
