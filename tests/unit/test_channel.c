/* SPDX-License-Identifier: BSD-3-Clause */
/* test_channel.c - two queues that meet. */
#include "src/event/channel.h"

#include "include/ocr-edt.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>

static struct ocr_channel *c;
static struct ocr_generation g;

static void
open_with(uint32_t max_gen, uint32_t nb_sat, uint32_t nb_deps)
{
	c = ocr_channel_create(&(struct ocr_channel_params){
		.max_gen = max_gen, .nb_sat = nb_sat, .nb_deps = nb_deps});
	ck_assert_ptr_nonnull(c);
}

static int
satisfy(uint64_t number)
{
	return ocr_channel_satisfy(c, (ocrGuid_t){.lower = number}, &g);
}

static int
add(uint32_t slot)
{
	return ocr_channel_add(c, &(struct ocr_waiter){.slot = slot}, &g);
}

/* Delivery i of the generation that has just left. */
static void
check_delivery(uint32_t i, uint32_t slot, uint64_t number)
{
	ck_assert_uint_lt(i, g.n);
	ck_assert_uint_eq(g.out[i].to.slot, slot);
	ck_assert_uint_eq(g.out[i].data.lower, number);
}

START_TEST(the_nth_meets_the_nth)
{
	open_with(EVENT_CHANNEL_UNBOUNDED, 1, 1);

	/* Far enough for the circle to grow while it is in use. */
	for (uint32_t i = 0; i < 100; i++) {
		ck_assert_int_eq(satisfy(2 * i), 0);
		ck_assert_int_eq(satisfy(2 * i + 1), 0);
		ck_assert_int_eq(add(i), 1);
		check_delivery(0, i, i);
	}
	for (uint32_t i = 100; i < 200; i++) {
		ck_assert_int_eq(add(i), 1);
		check_delivery(0, i, i);
	}
	ck_assert_int_eq(add(200), 0);
	ck_assert_int_eq(satisfy(200), 1);
	check_delivery(0, 200, 200);
	ocr_channel_destroy(c);
}
END_TEST

START_TEST(the_last_satisfaction_serves_the_rest)
{
	open_with(1, 2, 4);

	for (uint32_t i = 0; i < 4; i++)
		ck_assert_int_eq(add(i), 0);
	ck_assert_int_eq(satisfy(10), 0);
	ck_assert_int_eq(satisfy(11), 1);

	ck_assert_uint_eq(g.n, 4);
	check_delivery(0, 0, 10);
	for (uint32_t i = 1; i < 4; i++)
		check_delivery(i, i, 11);
	free(g.out);
	ocr_channel_destroy(c);
}
END_TEST

START_TEST(what_no_dependence_takes_is_dropped)
{
	open_with(2, 3, 1);

	for (uint32_t i = 0; i < 6; i++)
		ck_assert_int_eq(satisfy(i), 0);
	ck_assert_int_eq(add(0), 1);
	check_delivery(0, 0, 0);
	ck_assert_uint_eq(ocr_channel_n_satisfied(c), 3);
	ck_assert_int_eq(add(1), 1);
	check_delivery(0, 1, 3);
	ck_assert_uint_eq(ocr_channel_n_satisfied(c), 0);
	ocr_channel_destroy(c);
}
END_TEST

START_TEST(what_is_refused_changes_nothing)
{
	open_with(2, 1, 2);

	ck_assert_int_eq(satisfy(0), 0);
	ck_assert_int_eq(satisfy(1), 0);
	ck_assert_int_eq(satisfy(2), -ENOSPC);
	ck_assert_uint_eq(ocr_channel_n_satisfied(c), 2);
	for (uint32_t i = 0; i < 4; i++)
		ck_assert_int_eq(add(i), i % 2);
	check_delivery(1, 3, 1);
	for (uint32_t i = 4; i < 8; i++)
		ck_assert_int_eq(add(i), 0);
	ck_assert_int_eq(add(8), -ENOSPC);
	ck_assert_uint_eq(ocr_channel_n_waiters(c), 4);
	ck_assert_int_eq(satisfy(2), 1);
	check_delivery(0, 4, 2);
	ocr_channel_destroy(c);
}
END_TEST

START_TEST(who_waits_can_be_seen)
{
	struct ocr_waiter w;

	open_with(8, 1, 1);

	ck_assert_int_eq(add(7), 0);
	ck_assert_int_eq(add(8), 0);
	ck_assert(ocr_channel_waiter(c, 1, &w));
	ck_assert_uint_eq(w.slot, 8);
	ck_assert(!ocr_channel_waiter(c, 2, &w));
	ocr_channel_destroy(c);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("channel");
	TCase *t = tcase_create("channel");

	tcase_add_test(t, the_nth_meets_the_nth);
	tcase_add_test(t, the_last_satisfaction_serves_the_rest);
	tcase_add_test(t, what_no_dependence_takes_is_dropped);
	tcase_add_test(t, what_is_refused_changes_nothing);
	tcase_add_test(t, who_waits_can_be_seen);
	suite_add_tcase(s, t);
	return run_suite(s);
}
