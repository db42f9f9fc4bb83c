/* SPDX-License-Identifier: BSD-3-Clause */
/* test_delivery.c - what a worker keeps of events that have fired. */
#include "src/base/delivery.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>

static bool
push(struct ocr_deliveries *q, uint32_t number)
{
	struct ocr_waiter w = {{1, number}, number, 7};

	return ocr_deliveries_push(q, &w, (ocrGuid_t){2, number});
}

static void
expect(struct ocr_deliveries *q, uint32_t number)
{
	const struct ocr_kept *k;
	struct ocr_delivery d;

	ck_assert(!ocr_deliveries_is_empty(q));
	k = ocr_deliveries_pop(q);
	ck_assert_ptr_null(k->task);
	d = k->slot;
	ck_assert_uint_eq(d.to.dest.lower, number);
	ck_assert_uint_eq(d.to.slot, number);
	ck_assert_uint_eq(d.to.mode, 7);
	ck_assert_uint_eq(d.data.upper, 2);
	ck_assert_uint_eq(d.data.lower, number);
}

START_TEST(what_comes_first_leaves_first)
{
	struct ocr_deliveries q = {0};

	for (uint32_t i = 0; i < 1000; i++)
		ck_assert(push(&q, i));
	for (uint32_t i = 0; i < 1000; i++)
		expect(&q, i);

	ck_assert(ocr_deliveries_is_empty(&q));
	ocr_deliveries_fini(&q);
}
END_TEST

START_TEST(a_long_chain_takes_no_more_room)
{
	struct ocr_deliveries q = {0};

	for (uint32_t i = 0; i < 3; i++)
		ck_assert(push(&q, i));
	for (uint32_t i = 3; i < 100000; i++) {
		expect(&q, i - 3);
		ck_assert(push(&q, i));
	}

	ck_assert_uint_lt(q.cap, 1000);
	ocr_deliveries_fini(&q);
}
END_TEST

START_TEST(one_that_is_full_takes_no_more_until_much_has_left)
{
	struct ocr_deliveries q = {0};
	uint32_t n = 0, first = 0;

	while (push(&q, n))
		n++;
	ck_assert_uint_eq(n, OCR_DELIVERIES_MOST);
	while (!push(&q, n))
		expect(&q, first++);
	n++;

	while (first < n)
		expect(&q, first++);
	ck_assert(ocr_deliveries_is_empty(&q));
	ck_assert(push(&q, 0));
	ocr_deliveries_fini(&q);
	ck_assert(ocr_deliveries_is_empty(&q));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("delivery");
	TCase *t = tcase_create("delivery");

	tcase_add_test(t, what_comes_first_leaves_first);
	tcase_add_test(t, a_long_chain_takes_no_more_room);
	tcase_add_test(t, one_that_is_full_takes_no_more_until_much_has_left);
	suite_add_tcase(s, t);
	return run_suite(s);
}
