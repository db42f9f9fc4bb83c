/* SPDX-License-Identifier: BSD-3-Clause */
/* one_job.h - Check programs of which a test is a simulated job: what most of
 * them say alike.
 */
#ifndef TESTS_SIM_ONE_JOB_H
#define TESTS_SIM_ONE_JOB_H

#include "tests/sim/sim_job.h"
#include "tests/suite.h"

#include <check.h>

/* Runs main_edt, without arguments.  What c leaves out: nodes have one worker,
 * the seed is 1, and a million steps are a runaway. */
static inline struct sim_result
one_job_run(struct sim_job_config c, ocrEdt_t main_edt)
{
	static char name[] = "one_job";
	char *argv[] = {name, NULL};

	if (!c.n_workers)
		c.n_workers = 1;
	if (!c.seed)
		c.seed = 1;
	if (!c.max_steps)
		c.max_steps = 1000000;
	return sim_job_run(&c, 1, argv, main_edt);
}

/* The same, and it must end well, with nothing left that c asks for. */
static inline void
one_job_ends(struct sim_job_config c, ocrEdt_t main_edt)
{
	struct sim_result r = one_job_run(c, main_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
	ck_assert_uint_eq(r.leaks, 0);
}

/* The status of a program that has this test alone, run for each _i below
 * `times`. */
static inline int
one_job_suite(const char *name, const TTest *test, int times)
{
	Suite *s = suite_create(name);
	TCase *t = tcase_create(name);

	tcase_set_timeout(t, 300);
	tcase_add_loop_test(t, test, 0, times);
	suite_add_tcase(s, t);
	return run_suite(s);
}

#endif
