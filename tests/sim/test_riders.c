/* SPDX-License-Identifier: BSD-3-Clause */
/* test_riders.c - what follows the creation of a task of another node goes
 * along in it, and means the same; looked at by an observer, and not. */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/base/protocol.h"

#include <check.h>

#define SLOTS 3

/* What a run does besides. */
static bool twice;   /* slot 0 is satisfied twice */
static bool between; /* other ops for that node come between */

static unsigned n_runs;

TASK(away_edt)
{
	n_runs++;
	CHECK_EQ("slots", depc, SLOTS);
	for (u32 i = 0; i < SLOTS; i++)
		CHECK(ocrGuidIsNull(depv[i].guid), "a block from nowhere");
	return NULL_GUID;
}

TASK(home_edt)
{
	CHECK_EQ("runs", n_runs, 1);
	ocrShutdown();
	return NULL_GUID;
}

static void
send_another(ocrGuid_t template, const ocrHint_t *there)
{
	if (between)
		OK(ocrEdtCreate(NULL, template, EDT_PARAM_DEF, NULL,
				EDT_PARAM_DEF, NULL, EDT_PROP_NONE, there,
				NULL));
}

TASK(nothing_edt)
{
	return NULL_GUID;
}

TASK(main_edt)
{
	ocrHint_t there = conf_edt_hint(1);
	ocrGuid_t of_away, of_home, of_nothing, away, home, output;

	n_runs = 0;
	OK(ocrEdtTemplateCreate(&of_away, away_edt, 0, SLOTS));
	OK(ocrEdtTemplateCreate(&of_home, home_edt, 0, 1));
	OK(ocrEdtTemplateCreate(&of_nothing, nothing_edt, 0, 0));
	OK(ocrEdtCreate(&away, of_away, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
			NULL, EDT_PROP_NONE, &there, &output));
	send_another(of_nothing, &there);
	OK(ocrEdtCreate(&home, of_home, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
			&output, EDT_PROP_NONE, NULL_HINT, NULL));
	for (u32 i = 0; i < SLOTS; i++) {
		OK(ocrAddDependence(NULL_GUID, away, i, DB_DEFAULT_MODE));
		if (twice && !i)
			OK(ocrAddDependence(NULL_GUID, away, i,
					    DB_DEFAULT_MODE));
		if (i == 1)
			send_another(of_nothing, &there);
	}
	return NULL_GUID;
}

static struct sim_result
run(int seed, bool unchecked)
{
	struct sim_job_config c = {
		.unchecked = unchecked,
		.n_nodes = 2,
		.protocol = OCR_PROTOCOL_RELAXED,
		.seed = (uint64_t)seed + 1,
	};

	return one_job_run(c, main_edt);
}

static void
check(int seed, unsigned errors)
{
	for (int unchecked = 0; unchecked < 2; unchecked++) {
		struct sim_result r = run(seed, unchecked);

		ck_assert_int_eq(r.outcome, SIM_ENDED);
		ck_assert_uint_eq(r.status, 0);
		ck_assert_uint_eq(r.errors, errors);
		ck_assert_uint_eq(r.violations, 0);
		ck_assert_uint_eq(n_runs, 1);
	}
}

START_TEST(a_task_has_what_went_along)
{
	twice = between = false;

	check(_i, 0);
}
END_TEST

START_TEST(it_need_not_be_all_of_it)
{
	twice = false;
	between = true;

	check(_i, 0);
}
END_TEST

START_TEST(a_slot_that_is_satisfied_twice_is_so_once)
{
	twice = true;
	between = false;

	check(_i, 1);
}
END_TEST

START_TEST(they_are_one_op)
{
	struct sim_result alone, between_others;

	twice = between = false;
	alone = run(_i, true);
	between = true;
	between_others = run(_i, true);

	/* Two creations more, and what they keep from riding. */
	ck_assert_uint_gt(between_others.ops_sent, alone.ops_sent + 2);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("riders");
	TCase *t = tcase_create("riders");

	tcase_add_loop_test(t, a_task_has_what_went_along, 0, 20);
	tcase_add_loop_test(t, it_need_not_be_all_of_it, 0, 20);
	tcase_add_loop_test(t, a_slot_that_is_satisfied_twice_is_so_once, 0,
			    20);
	tcase_add_loop_test(t, they_are_one_op, 0, 5);
	suite_add_tcase(s, t);
	return run_suite(s);
}
