/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cli.c - command lines of apps/: numbers, names, tables of options. */
#include "apps/common/cli.h"
#include "config.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
	bool quick, progress;
};

static const struct cli_option table[] = {
	CLI_NUMBER("size", "N", "size", struct options, size, 1, 20000),
	CLI_NUMBER("s,seed", "N", "seed", struct options, seed, 0, UINT32_MAX),
	CLI_NUMBER("score", "N", "score", struct options, score, 0, 1000),
	CLI_NUMBER("any", "N", "any", struct options, size, 0, UINT64_MAX),
	CLI_REAL("share", "X", "share", struct options, share, 1e-15, 1),
	CLI_PATH("out", "out", struct options, out),
	CLI_FLAG("quick", "no waiting", struct options, quick),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	*(struct options *)options = (struct options){.size = 7};
}

static bool
check(void *options, struct cli_error *why)
{
	const struct options *o = options;

	return o->size != 13 || cli_fail(why, "--size brings bad luck");
}

static const struct cli cli = {
	.program = "test",
	.text = "Tries it." CLI_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.check = check,
};

/* What comes of it; `text` has what was printed on stdout, or on stderr. */
static enum cli_outcome
parse(struct options *o, char text[4096], bool quiet, int argc, char **argv)
{
	enum cli_outcome outcome;
	int saved[2], from;
	FILE *printed = tmpfile();
	size_t n;

	ck_assert_ptr_nonnull(printed);
	for (int i = 0; i < 2; i++) {
		saved[i] = dup(i + 1);
		ck_assert_int_ge(dup2(fileno(printed), i + 1), 0);
	}
	outcome = cli_parse(&cli, o, argc, argv, quiet);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_ge(dup2(saved[i], i + 1), 0);
		close(saved[i]);
	}
	from = fileno(printed);
	ck_assert_int_eq(lseek(from, 0, SEEK_SET), 0);
	n = fread(text, 1, 4095, printed);
	text[n] = '\0';
	fclose(printed);
	return outcome;
}

#define PARSE_AS(o, text, quiet, ...)                                          \
	parse(&(o), (text), (quiet),                                           \
	      (int)(sizeof((char *[]){"there/x", __VA_ARGS__}) /               \
		    sizeof(char *)),                                           \
	      (char *[]){"there/x", __VA_ARGS__})
#define PARSE(o, text, ...) PARSE_AS(o, text, false, __VA_ARGS__)

START_TEST(values_go_to_their_fields)
{
	struct options o;
	char text[4096];

	ck_assert_int_eq(PARSE(o, text, "--seed", "4294967295", "--score=1000",
			       "--share=0.5", "--out", "a=b", "--quick"),
			 CLI_TAKEN);
	ck_assert_str_eq(text, "");
	ck_assert_uint_eq(o.size, 7);
	ck_assert_uint_eq(o.seed, UINT32_MAX);
	ck_assert_int_eq(o.score, 1000);
	ck_assert_double_eq(o.share, 0.5);
	ck_assert_str_eq(o.out, "a=b");
	ck_assert(o.quick && !o.progress);
	ck_assert_int_eq(PARSE(o, text, "--si=20000", "-s5", "--progress"),
			 CLI_TAKEN);
	ck_assert_uint_eq(o.size, 20000);
	ck_assert_uint_eq(o.seed, 5);
	ck_assert(!o.quick && o.progress);
}
END_TEST

START_TEST(help_has_every_option_and_nothing_is_taken_behind_it)
{
	struct options o;
	char text[4096];

	ck_assert_int_eq(PARSE(o, text, "-h", "--size=0"), CLI_TOLD);
	ck_assert_ptr_nonnull(strstr(text, "Usage: test [OPTION...]"));
	ck_assert_ptr_nonnull(strstr(text, "\nTries it.\n"));
	for (size_t i = 0; i < cli.options; i++) {
		const char *comma = strchr(table[i].name, ',');

		ck_assert_ptr_nonnull(
			strstr(text, comma ? comma + 1 : table[i].name));
	}
	ck_assert_ptr_nonnull(strstr(text, "  -s, --seed=N  "));
	ck_assert_ptr_nonnull(strstr(text, "The exit status is 0;"));
	ck_assert_int_eq(PARSE(o, text, "--usage"), CLI_TOLD);
	ck_assert_ptr_nonnull(strstr(text, "[--size=N]"));
	ck_assert_int_eq(PARSE(o, text, "--version"), CLI_TOLD);
	ck_assert_str_eq(text, "test (ocr-fabric) " PACKAGE_VERSION "\n");
	ck_assert_int_eq(PARSE_AS(o, text, true, "--help", "x"), CLI_TOLD);
	ck_assert_str_eq(text, "");
	ck_assert_int_eq(PARSE_AS(o, text, true, "--version"), CLI_TOLD);
	ck_assert_str_eq(text, "");
}
END_TEST

/* The lines that are printed of it. */
#define REFUSED(line, ...)                                                     \
	do {                                                                   \
		struct options o;                                              \
		char text[4096];                                               \
                                                                               \
		ck_assert_int_eq(PARSE(o, text, __VA_ARGS__), CLI_REFUSED);    \
		ck_assert_str_eq(text,                                         \
				 "test: " line "\nTry `test --help' or `test " \
				 "--usage' for more information.\n");          \
		ck_assert_int_eq(PARSE_AS(o, text, true, __VA_ARGS__),         \
				 CLI_REFUSED);                                 \
		ck_assert_str_eq(text, "");                                    \
	} while (0)

START_TEST(what_is_wrong_is_told)
{
	REFUSED("--size takes a number from 1 to 20000, not '0'", "--size=0");
	REFUSED("--score takes a number up to 1000, not '1001'", "--score",
		"1001");
	REFUSED("--any takes a number below 2^64, not 'x'", "--any=x");
	REFUSED("--share takes a number from 1e-15 to 1, not '2'", "--share",
		"2");
	REFUSED("-s, --seed takes a number up to 4294967295, not '-1'", "-s",
		"-1");
	REFUSED("--out takes the name of a file, not ''", "--out=");
	REFUSED("option '--quick' doesn't allow an argument", "--quick=1");
	REFUSED("option '--size' requires an argument", "--size");
	REFUSED("unrecognized option '--sizes=1'", "--sizes=1");
	REFUSED("invalid option -- 'x'", "-x");
	REFUSED("unexpected argument 'file'", "file");
	REFUSED("--size brings bad luck", "--size=13");
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
	tcase_add_test(tc,
		       help_has_every_option_and_nothing_is_taken_behind_it);
	tcase_add_test(tc, what_is_wrong_is_told);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
