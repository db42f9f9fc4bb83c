/* SPDX-License-Identifier: BSD-3-Clause */
/* test_where.c - places in messages.  What is looked up is made up here. */
#include "src/base/where.h"
#include "tests/suite.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MANY	400 /* more than are kept */
#define THREADS 4

static _Atomic unsigned n_looks;
static bool has_lines = true;
static unsigned cost_ms; /* of a look */

/* In the place of src/base/lines.c: one line for each byte of code. */
unsigned
ocr_lines_find(const void *const *at, unsigned n, char text[][OCR_LINE_TEXT])
{
	atomic_fetch_add(&n_looks, 1);
	ck_assert_uint_le(n, OCR_LINES);
	for (unsigned i = 0; i < n; i++) {
		*text[i] = 0;
		if (has_lines)
			snprintf(text[i], OCR_LINE_TEXT, "a.c:%ju",
				 (uintmax_t)(uintptr_t)at[i]);
	}
	return cost_ms;
}

/* The i-th byte behind the begin of the function that is asked for. */
static const void *
place(unsigned i)
{
	return (const char *)(uintptr_t)ocr_lines_find + i;
}

static const char *
expected(unsigned i, char *buf)
{
	snprintf(buf, OCR_WHERE_TEXT, "ocr_lines_find (a.c:%ju)",
		 (uintmax_t)(uintptr_t)place(i));
	return buf;
}

START_TEST(a_line_takes_the_place_of_the_offset)
{
	char got[OCR_WHERE_TEXT], want[OCR_WHERE_TEXT];

	ocr_where_text(place(5), got);

	ck_assert_str_eq(got, expected(5, want));
}
END_TEST

START_TEST(without_a_line_the_offset_is_told)
{
	char got[OCR_WHERE_TEXT];

	has_lines = false;
	ocr_where_text(place(5), got);

	ck_assert_str_eq(got, "ocr_lines_find+0x5");
}
END_TEST

START_TEST(a_place_is_looked_up_once)
{
	char got[OCR_WHERE_TEXT], want[OCR_WHERE_TEXT];

	for (int i = 0; i < 10; i++)
		ocr_where_text(place(5), got);

	ck_assert_uint_eq(n_looks, 1);
	ck_assert_str_eq(got, expected(5, want));
}
END_TEST

START_TEST(many_are_looked_up_at_once)
{
	const void *at[2 * OCR_LINES];
	char got[OCR_WHERE_TEXT];

	/* Each twice, and nothing. */
	for (unsigned i = 0; i < 2 * OCR_LINES; i++)
		at[i] = i ? place(i / 2) : NULL;
	ocr_where_learn(at, 2 * OCR_LINES);
	ck_assert_uint_eq(n_looks, 1);
	ocr_where_learn(at, 2 * OCR_LINES);
	for (unsigned i = 1; i < OCR_LINES; i++)
		ocr_where_text(place(i), got);

	ck_assert_uint_eq(n_looks, 1);
}
END_TEST

START_TEST(looks_that_cost_too_much_end)
{
	char got[OCR_WHERE_TEXT];

	cost_ms = 1000;
	for (unsigned i = 0; i < 10; i++)
		ocr_where_text(place(i), got);

	ck_assert_uint_eq(n_looks, 3);
	ck_assert_str_eq(got, "ocr_lines_find+0x9");
}
END_TEST

static void *
tell_all(void *none)
{
	char got[OCR_WHERE_TEXT], want[OCR_WHERE_TEXT];

	(void)none;
	/* What check.h has for this must not be called by several threads. */
	for (unsigned i = 0; i < MANY; i++)
		if (strcmp(ocr_where_text(place(i % 64), got),
			   expected(i % 64, want)) != 0)
			return &n_looks;
	return NULL;
}

START_TEST(threads_are_told_the_same)
{
	pthread_t t[THREADS];
	void *wrong;

	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&t[i], NULL, tell_all, NULL),
				 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(t[i], &wrong);
		ck_assert_ptr_null(wrong);
	}
}
END_TEST

START_TEST(what_is_not_kept_is_told_all_the_same)
{
	char got[OCR_WHERE_TEXT];

	for (int times = 0; times < 2; times++)
		for (unsigned i = 0; i < MANY; i++) {
			ocr_where_text(place(i), got);
			/* Another function may begin there. */
			ck_assert_ptr_nonnull(strstr(got, " (a.c:"));
		}
	ck_assert_uint_gt(n_looks, MANY);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("where");
	TCase *t = tcase_create("where");

	tcase_add_test(t, a_line_takes_the_place_of_the_offset);
	tcase_add_test(t, without_a_line_the_offset_is_told);
	tcase_add_test(t, a_place_is_looked_up_once);
	tcase_add_test(t, many_are_looked_up_at_once);
	tcase_add_test(t, looks_that_cost_too_much_end);
	tcase_add_test(t, threads_are_told_the_same);
	tcase_add_test(t, what_is_not_kept_is_told_all_the_same);
	suite_add_tcase(s, t);
	return run_suite_apart(s);
}
