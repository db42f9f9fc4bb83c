/* SPDX-License-Identifier: BSD-3-Clause */
/* suite.h - the end of each unit test's main(). */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

static inline int
suite_run_as(Suite *s, enum fork_status how)
{
	SRunner *r = srunner_create(s);
	int failed;

	if (how != CK_FORK_GETENV)
		srunner_set_fork_status(r, how);
	srunner_run_all(r, CK_ENV);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Runs and frees the suite, whose tests end their process, or leave behind what
 * the next one must not find: the process's status.  CK_VERBOSITY says how much
 * it tells, CK_FORK=no is for a debugger. */
static inline int
run_suite_apart(Suite *s)
{
	return suite_run_as(s, CK_FORK_GETENV);
}

/* Likewise, all others: with OCR_TEST_TOGETHER in one process, since sanitizers
 * take longer to end one than most tests take. */
static inline int
run_suite(Suite *s)
{
	return suite_run_as(s, getenv("OCR_TEST_TOGETHER") ? CK_NOFORK
							   : CK_FORK_GETENV);
}

#endif
