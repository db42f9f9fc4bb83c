/* SPDX-License-Identifier: BSD-3-Clause */
/* test_once.c - a set to which every index is added once. */
#include "labeled/once.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>

#define N 100000

static struct ocr_once o;

static void
setup(void)
{
	o = (struct ocr_once){0};
}

static void
teardown(void)
{
	ocr_once_fini(&o);
}

START_TEST(each_is_new_once)
{
	for (int round = 0; round < 2; round++)
		for (uint64_t i = 0; i < N; i++)
			ck_assert_int_eq(ocr_once_add(&o, i), !round);
}
END_TEST

/* Neighbours in a stretch, stretches in a bucket. */
START_TEST(far_ones_are_told_apart)
{
	for (int round = 0; round < 2; round++)
		for (uint64_t i = 0; i < 1000; i++)
			ck_assert_int_eq(ocr_once_add(&o, i << 30 | i % 3),
					 !round);
	ck_assert_int_eq(ocr_once_add(&o, UINT64_C(1) << 30), 1);
}
END_TEST

START_TEST(memory_follows_what_is_used)
{
	ck_assert_int_eq(ocr_once_add(&o, UINT64_MAX), 1);
	ck_assert_uint_eq(o.n, 1);
	for (uint64_t i = 0; i < 4096; i++)
		ocr_once_add(&o, i);
	ck_assert_uint_eq(o.n, 2);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("once");
	TCase *tc = tcase_create("once");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, each_is_new_once);
	tcase_add_test(tc, far_ones_are_told_apart);
	tcase_add_test(tc, memory_follows_what_is_used);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
