/* SPDX-License-Identifier: BSD-3-Clause */
/* suite.h - the end of each unit test's main(). */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Runs and frees the suite: the process's status.  CK_VERBOSITY says how much
 * it tells. */
static inline int
run_suite(Suite *s)
{
	SRunner *r = srunner_create(s);
	int failed;

	srunner_run_all(r, CK_ENV);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
