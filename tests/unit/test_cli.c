/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli.c - the numbers and names on the command lines of apps/. */
#include "apps/common/cli.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(numbers_are_taken_whole_and_within_limits)
{
	u64 n = 5;

	ck_assert(cli_take_number("0", 0, 0, &n));
	ck_assert_uint_eq(n, 0);
	ck_assert(cli_take_number("18446744073709551615", 0, UINT64_MAX, &n));
	ck_assert_uint_eq(n, UINT64_MAX);
	ck_assert(cli_take_number("007", 7, 9, &n));
	ck_assert_uint_eq(n, 7);
	ck_assert(!cli_take_number("6", 7, 9, &n));
	ck_assert(!cli_take_number("10", 7, 9, &n));
	ck_assert(!cli_take_number("18446744073709551616", 0, UINT64_MAX, &n));
	ck_assert(!cli_take_number("", 0, 9, &n));
	ck_assert(!cli_take_number("-1", 0, 9, &n));
	ck_assert(!cli_take_number(" 1", 0, 9, &n));
	ck_assert(!cli_take_number("1 ", 0, 9, &n));
	ck_assert_uint_eq(n, 7);
}
END_TEST

START_TEST(reals_are_finite_decimal_and_within_limits)
{
	double x = 5;

	ck_assert(cli_take_real("-0.25e1", -3, 3, &x));
	ck_assert_double_eq(x, -2.5);
	ck_assert(cli_take_real("3", -3, 3, &x));
	ck_assert_double_eq(x, 3);
	ck_assert(!cli_take_real("3.1", -3, 3, &x));
	ck_assert(!cli_take_real("-3.1", -3, 3, &x));
	ck_assert(!cli_take_real("", -3, 3, &x));
	ck_assert(!cli_take_real("e", -3, 3, &x));
	ck_assert(!cli_take_real(" 1", -3, 3, &x));
	ck_assert(!cli_take_real("1-", -3, 3, &x));
	ck_assert(!cli_take_real("nan", -3, 3, &x));
	ck_assert(!cli_take_real("0x1", -3, 3, &x));
	ck_assert(!cli_take_real("1e999", -3, 1e308, &x));
	ck_assert_double_eq(x, 3);
}
END_TEST

START_TEST(pairs_have_two_sides_of_at_least_one)
{
	u32 a = 0, b = 0;

	ck_assert(cli_take_pair("3x4", 4, &a, &b));
	ck_assert_uint_eq(a, 3);
	ck_assert_uint_eq(b, 4);
	ck_assert(!cli_take_pair("3x5", 4, &a, &b));
	ck_assert(!cli_take_pair("0x4", 4, &a, &b));
	ck_assert(!cli_take_pair("4x0", 4, &a, &b));
	ck_assert(!cli_take_pair("3", 4, &a, &b));
	ck_assert(!cli_take_pair("3x", 4, &a, &b));
	ck_assert(!cli_take_pair("x3", 4, &a, &b));
	ck_assert(!cli_take_pair("3x3x3", 4, &a, &b));
}
END_TEST

START_TEST(names_of_files_fit)
{
	char path[PATH_MAX], longest[PATH_MAX + 1];

	memset(longest, 'a', sizeof(longest));
	longest[PATH_MAX] = 0;
	ck_assert(cli_take_path("a b", path));
	ck_assert_str_eq(path, "a b");
	ck_assert(!cli_take_path("", path));
	ck_assert(!cli_take_path(longest, path));
	ck_assert(cli_take_path(longest + 1, path));
	ck_assert_str_eq(path, longest + 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("cli");
	TCase *tc = tcase_create("values");
	SRunner *sr;
	int failed;

	tcase_add_test(tc, numbers_are_taken_whole_and_within_limits);
	tcase_add_test(tc, reals_are_finite_decimal_and_within_limits);
	tcase_add_test(tc, pairs_have_two_sides_of_at_least_one);
	tcase_add_test(tc, names_of_files_fit);
	suite_add_tcase(s, tc);
	sr = srunner_create(s);
	srunner_run_all(sr, CK_NORMAL);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
