/* SPDX-License-Identifier: BSD-3-Clause */
/* test_priority.c - ready tasks with a priority.  A task is its address. */
#include "src/sched/priority.h"
#include "tests/suite.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>

#define N 2000

static struct ocr_priority q;
static char tasks[N];

static void
empty(void)
{
	q = (struct ocr_priority){.n = 0};
}

static struct ocr_runnable *
task(size_t i)
{
	return (struct ocr_runnable *)(void *)&tasks[i];
}

static size_t
number(struct ocr_runnable *t)
{
	ck_assert_ptr_nonnull(t);
	return (size_t)((char *)t - tasks);
}

START_TEST(the_greatest_comes_first_and_the_older_of_equals)
{
	static const int64_t priorities[] = {3, -1, 7, 3, 1, 7, -5, 3};
	static const size_t order[] = {2, 5, 0, 3, 7, 4, 1, 6};

	for (size_t i = 0; i < 8; i++)
		ocr_priority_push(&q, task(i), priorities[i]);

	for (size_t i = 0; i < 8; i++)
		ck_assert_uint_eq(number(ocr_priority_take(&q)), order[i]);
	ck_assert_ptr_null(ocr_priority_take(&q));
}
END_TEST

START_TEST(what_is_below_waits_for_those_without)
{
	ocr_priority_push(&q, task(0), -1);
	ck_assert_ptr_null(ocr_priority_take_above(&q));
	ocr_priority_push(&q, task(1), 1);

	ck_assert_uint_eq(number(ocr_priority_take_above(&q)), 1);

	ck_assert_ptr_null(ocr_priority_take_above(&q));
	ck_assert_uint_eq(atomic_load(&q.n_all), 1);
	ck_assert_uint_eq(number(ocr_priority_take(&q)), 0);
	ck_assert_uint_eq(atomic_load(&q.n_all), 0);
}
END_TEST

START_TEST(the_oldest_is_taken_out_of_turn)
{
	for (size_t i = 0; i < 6; i++)
		ocr_priority_push(&q, task(i), (int64_t)i);

	ck_assert_uint_eq(number(ocr_priority_take_oldest(&q)), 0);
	ck_assert_uint_eq(number(ocr_priority_take(&q)), 5);
	ck_assert_uint_eq(number(ocr_priority_take_oldest(&q)), 1);
	ck_assert_uint_eq(number(ocr_priority_take(&q)), 4);
	ck_assert_uint_eq(number(ocr_priority_take_oldest(&q)), 2);
	ck_assert_uint_eq(number(ocr_priority_take_oldest(&q)), 3);
	ck_assert_ptr_null(ocr_priority_take_oldest(&q));
}
END_TEST

/* Against a plain array, with pushes and all kinds of takes mixed. */
START_TEST(many_in_any_order_are_what_a_plain_array_says)
{
	int64_t priority[N];
	bool here[N] = {false};
	uint32_t rng = 12345u + (uint32_t)_i;
	size_t pushed = 0, left = 0;

	while (pushed < N || left) {
		size_t want = N;

		rng = rng * 1664525u + 1013904223u;
		if (pushed < N && (!left || rng >> 30)) {
			priority[pushed] = (int64_t)(rng >> 8 & 63) - 32;
			ocr_priority_push(&q, task(pushed), priority[pushed]);
			here[pushed++] = true;
			left++;
			continue;
		}
		for (size_t i = 0; i < pushed; i++)
			if (here[i] &&
			    (want == N ||
			     (rng >> 29 & 1 && priority[i] > priority[want])))
				want = i;
		ck_assert_uint_eq(
			number(rng >> 29 & 1 ? ocr_priority_take(&q)
					     : ocr_priority_take_oldest(&q)),
			want);
		here[want] = false;
		left--;
	}
	ck_assert_ptr_null(ocr_priority_take(&q));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("priority");
	TCase *t = tcase_create("priority");

	tcase_add_checked_fixture(t, empty, NULL);
	tcase_add_test(t, the_greatest_comes_first_and_the_older_of_equals);
	tcase_add_test(t, what_is_below_waits_for_those_without);
	tcase_add_test(t, the_oldest_is_taken_out_of_turn);
	tcase_add_loop_test(t, many_in_any_order_are_what_a_plain_array_says, 0,
			    3);
	suite_add_tcase(s, t);
	return run_suite_apart(s);
}
