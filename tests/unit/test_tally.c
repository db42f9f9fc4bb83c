/* SPDX-License-Identifier: BSD-3-Clause */
/* test_tally.c - tasks counted by function. */
#include "src/sched/tally.h"

#include "tests/suite.h"

#include <check.h>

static struct ocr_tally t;

/* What has been told of, by the number of a function. */
static uint64_t told[2 * OCR_TALLY_FUNCTIONS + 1], n_told, others;

static ocrEdt_t
function(uint64_t i)
{
	return (ocrEdt_t)(uintptr_t)(0x1000 + 16 * i);
}

static void
take(void *ctx, ocrEdt_t func, uint64_t n)
{
	(void)ctx;
	if (!func) {
		others = n;
		return;
	}
	told[((uintptr_t)func - 0x1000) / 16] = n;
	n_told++;
}

static void
setup(void)
{
	t = (struct ocr_tally){.others = 0};
	n_told = others = 0;
}

START_TEST(each_function_has_its_number)
{
	ocr_tally_add(&t, function(3), 1);
	ocr_tally_add(&t, function(5), 7);
	ocr_tally_add(&t, function(3), 1);

	ocr_tally_each(&t, take, NULL);

	ck_assert_uint_eq(n_told, 2);
	ck_assert_uint_eq(told[3], 2);
	ck_assert_uint_eq(told[5], 7);
	ck_assert_uint_eq(others, 0);
}
END_TEST

/* The table is full, and each place is found again. */
START_TEST(what_has_no_place_is_counted_together)
{
	for (uint64_t round = 1; round <= 2; round++)
		for (uint64_t i = 0; i < 2 * OCR_TALLY_FUNCTIONS; i++)
			ocr_tally_add(&t, function(i), i + 1);

	ocr_tally_each(&t, take, NULL);

	ck_assert_uint_eq(n_told, OCR_TALLY_FUNCTIONS);
	for (uint64_t i = 0; i < OCR_TALLY_FUNCTIONS; i++)
		ck_assert_uint_eq(told[i], 2 * (i + 1));
	ck_assert_uint_eq(others,
			  OCR_TALLY_FUNCTIONS * (3 * OCR_TALLY_FUNCTIONS + 1));
}
END_TEST
int
main(void)
{
	Suite *s = suite_create("tally");
	TCase *tc = tcase_create("table");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, each_function_has_its_number);
	tcase_add_test(tc, what_has_no_place_is_counted_together);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
