/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli.c - command lines of apps/: numbers, names, tables of options. */
#include "apps/common/cli.h"
#include "tests/suite.h"

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

struct options {
	u64 size;
	u32 seed;
	s32 score;
	double share;
	char out[PATH_MAX];
	bool quick, progress, help;
};

static const struct cli_option table[] = {
	CLI_NUMBER("--size", struct options, size, 1, 20000),
	CLI_NUMBER("--seed", struct options, seed, 0, UINT32_MAX),
	CLI_NUMBER("--score", struct options, score, 0, 1000),
	CLI_NUMBER("--any", struct options, size, 0, UINT64_MAX),
	CLI_REAL("--share", struct options, share, 1e-15, 1),
	CLI_PATH("--out", struct options, out),
	CLI_FLAG("--quick", struct options, quick),
	CLI_COMMON(struct options),
};

/* True if it is taken; else `why` has the line. */
static bool
parse(struct options *o, struct cli_error *why, int argc, char **argv)
{
	const struct cli cli = {
		.program = "test",
		.option = table,
		.options = sizeof(table) / sizeof(table[0]),
	};
	const struct cli_words words = {(u64)argc, cli_get_argv, argv};

	*o = (struct options){.size = 7};
	return cli_parse_words(&cli, o, &words, why);
}

#define PARSE(o, why, ...)                                                     \
	parse(&(o), &(why),                                                    \
	      (int)(sizeof((char *[]){"test", __VA_ARGS__}) / sizeof(char *)), \
	      (char *[]){"test", __VA_ARGS__})

START_TEST(values_go_to_their_fields)
{
	struct cli_error why;
	struct options o;

	ck_assert(PARSE(o, why, "--seed", "4294967295", "--score=1000",
			"--share=0.5", "--out", "a=b", "--quick"));
	ck_assert_uint_eq(o.size, 7);
	ck_assert_uint_eq(o.seed, UINT32_MAX);
	ck_assert_int_eq(o.score, 1000);
	ck_assert_double_eq(o.share, 0.5);
	ck_assert_str_eq(o.out, "a=b");
	ck_assert(o.quick && !o.progress && !o.help);
	ck_assert(PARSE(o, why, "--size=20000", "-h", "--progress"));
	ck_assert_uint_eq(o.size, 20000);
	ck_assert(!o.quick && o.progress && o.help);
}
END_TEST

START_TEST(what_is_wrong_is_told)
{
	struct cli_error why;
	struct options o;

	ck_assert(!PARSE(o, why, "--size=0"));
	ck_assert_str_eq(why.text,
			 "--size takes a number from 1 to 20000, not '0'");
	ck_assert(!PARSE(o, why, "--score", "1001"));
	ck_assert_str_eq(why.text,
			 "--score takes a number up to 1000, not '1001'");
	ck_assert(!PARSE(o, why, "--any=x"));
	ck_assert_str_eq(why.text, "--any takes a number below 2^64, not 'x'");
	ck_assert(!PARSE(o, why, "--share", "2"));
	ck_assert_str_eq(why.text,
			 "--share takes a number from 1e-15 to 1, not '2'");
	ck_assert(!PARSE(o, why, "--out="));
	ck_assert_str_eq(why.text, "--out takes the name of a file, not ''");
	ck_assert(!PARSE(o, why, "--quick=1"));
	ck_assert_str_eq(why.text, "--quick takes no value");
	ck_assert(!PARSE(o, why, "--size"));
	ck_assert_str_eq(why.text, "--size needs a value (see test --help)");
	ck_assert(!PARSE(o, why, "--siz=1"));
	ck_assert_str_eq(why.text,
			 "unknown option '--siz=1' (see test --help)");
	ck_assert(!PARSE(o, why, "file"));
	ck_assert_str_eq(why.text,
			 "unexpected argument 'file' (see test --help)");
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("cli");
	TCase *tc = tcase_create("values");

	tcase_add_test(tc, numbers_are_taken_whole_and_within_limits);
	tcase_add_test(tc, reals_are_finite_decimal_and_within_limits);
	tcase_add_test(tc, pairs_have_two_sides_of_at_least_one);
	tcase_add_test(tc, names_of_files_fit);
	tcase_add_test(tc, values_go_to_their_fields);
	tcase_add_test(tc, what_is_wrong_is_told);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
