/* SPDX-License-Identifier: BSD-3-Clause */
/* test_put_off.c - when what a task has sent waits for the next one. */
#include "src/sched/put_off.h"
#include "tests/suite.h"

#include <check.h>

#define MS 1000000

/* So many sends until it is tried again. */
static uint32_t
sends_until_tried(struct ocr_put_off *p)
{
	uint32_t n = 0;

	while (!ocr_put_off_try(p))
		n++;
	return n;
}

static void
succeed(struct ocr_put_off *p, unsigned times)
{
	for (unsigned i = 0; i < times; i++)
		ocr_put_off_took(p, OCR_PUT_OFF_NS);
}

START_TEST(short_tasks_are_tried_each_time)
{
	struct ocr_put_off p = {0};

	for (unsigned i = 0; i < 1000; i++) {
		ck_assert(ocr_put_off_try(&p));
		ocr_put_off_took(&p, i);
	}
}
END_TEST

START_TEST(long_tasks_are_tried_half_as_often_each_time)
{
	struct ocr_put_off p = {0};
	uint32_t last = 0;

	for (unsigned i = 0; i < 5; i++) {
		ocr_put_off_took(&p, MS);
		last = sends_until_tried(&p);
		ck_assert_uint_eq(last, (2U << i) - 1);
	}
	for (unsigned i = 0; i < 100; i++) {
		ocr_put_off_took(&p, MS);
		last = sends_until_tried(&p);
	}
	ck_assert_uint_eq(last, OCR_PUT_OFF_REST_MAX);
}
END_TEST

START_TEST(a_long_one_among_many_short_ones_changes_nothing)
{
	struct ocr_put_off p = {0};

	for (unsigned i = 0; i < 100; i++) {
		ocr_put_off_took(&p, OCR_PUT_OFF_DEBT_NS / 2);
		ck_assert_uint_eq(sends_until_tried(&p), 0);
		succeed(&p, OCR_PUT_OFF_DEBT_NS / 2 / OCR_PUT_OFF_NS);
	}
	ocr_put_off_took(&p, OCR_PUT_OFF_DEBT_NS / 2);
	ocr_put_off_took(&p, OCR_PUT_OFF_DEBT_NS / 2);
	ck_assert_uint_eq(sends_until_tried(&p), 0);
	ocr_put_off_took(&p, OCR_PUT_OFF_NS + 1);
	ck_assert_uint_eq(sends_until_tried(&p), 1);
}
END_TEST

START_TEST(what_was_long_and_is_short_is_tried_as_before)
{
	struct ocr_put_off p = {0};

	for (unsigned i = 0; i < 20; i++) {
		ocr_put_off_took(&p, UINT64_MAX);
		sends_until_tried(&p);
	}
	succeed(&p, OCR_PUT_OFF_DEBT_MAX_NS / OCR_PUT_OFF_NS);
	ocr_put_off_took(&p, OCR_PUT_OFF_DEBT_NS);
	ck_assert_uint_eq(sends_until_tried(&p), 0);
	ocr_put_off_took(&p, MS);
	ck_assert_uint_eq(sends_until_tried(&p), 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("put_off");
	TCase *t = tcase_create("put_off");

	tcase_add_test(t, short_tasks_are_tried_each_time);
	tcase_add_test(t, long_tasks_are_tried_half_as_often_each_time);
	tcase_add_test(t, a_long_one_among_many_short_ones_changes_nothing);
	tcase_add_test(t, what_was_long_and_is_short_is_tried_as_before);
	suite_add_tcase(s, t);
	return run_suite(s);
}
