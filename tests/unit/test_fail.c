/* SPDX-License-Identifier: BSD-3-Clause */
/* test_fail.c - what is told of a failure. */
#include "src/base/fail.h"

#include "src/base/hooks.h"
#include "src/base/runtime.h"
#include "tests/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned n_ended;

static void
end(struct ocr_runtime *rt, unsigned status)
{
	(void)rt;
	ck_assert_uint_eq(status, 1);
	n_ended++;
}

/* What to do stands behind it. */
START_TEST(a_long_cause_leaves_room_for_the_advice)
{
	static const struct ocr_hooks hooks = {.end = end};
	struct ocr_runtime *rt = calloc(1, sizeof(*rt));
	char cause[431], said[2048] = "";
	FILE *f = tmpfile();
	int saved = dup(STDERR_FILENO);

	ck_assert(rt != NULL && f != NULL && saved >= 0);
	rt->hooks = &hooks;
	memset(cause, 'x', sizeof(cause) - 1);
	cause[sizeof(cause) - 1] = 0;
	dup2(fileno(f), STDERR_FILENO);
	ocr_fail_memory(rt, cause);
	dup2(saved, STDERR_FILENO);
	close(saved);

	rewind(f);
	ck_assert_ptr_nonnull(fgets(said, sizeof(said), f));
	ck_assert_ptr_nonnull(strstr(said, cause));
	ck_assert_ptr_nonnull(strstr(said, "(ulimit -v), of a control group or "
					   "of the machine is reached; the job "
					   "ends\n"));
	ck_assert_uint_eq(n_ended, 1);
	fclose(f);
	free(rt);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("fail");
	TCase *t = tcase_create("fail");

	tcase_add_test(t, a_long_cause_leaves_room_for_the_advice);
	suite_add_tcase(s, t);
	return run_suite(s);
}
