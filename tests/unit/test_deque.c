/* SPDX-License-Identifier: BSD-3-Clause */
/* test_deque.c - one owner, many thieves. */
#include "src/sched/deque.h"

#include <check.h>
#include <pthread.h>
#include <stdlib.h>

#define THIEVES 3
#define TASKS	60000

static struct ocr_runnable *
task(uintptr_t i)
{
	return (struct ocr_runnable *)(i << 4);
}

START_TEST(the_owner_takes_the_newest_and_a_thief_the_oldest)
{
	struct ocr_deque d;

	ck_assert_int_eq(ocr_deque_init(&d), 0);
	for (uintptr_t i = 1; i <= 1000; i++)
		ocr_deque_push(&d, task(i));

	ck_assert_ptr_eq(ocr_deque_pop(&d), task(1000));
	ck_assert_ptr_eq(ocr_deque_steal(&d), task(1));
	ck_assert_ptr_eq(ocr_deque_pop(&d), task(999));
	ck_assert_ptr_eq(ocr_deque_steal(&d), task(2));
	ocr_deque_fini(&d);
}
END_TEST

START_TEST(an_owner_without_thieves_takes_from_both_ends)
{
	struct ocr_deque d;

	ck_assert_int_eq(ocr_deque_init(&d), 0);
	ck_assert_ptr_null(ocr_deque_pop_alone(&d));
	for (uintptr_t i = 1; i <= 1000; i++)
		ocr_deque_push(&d, task(i));
	ck_assert_ptr_eq(ocr_deque_pop_alone(&d), task(1000));
	ck_assert_ptr_eq(ocr_deque_steal(&d), task(1)); /* the oldest */
	for (uintptr_t i = 999; i >= 2; i--)
		ck_assert_ptr_eq(ocr_deque_pop_alone(&d), task(i));
	ck_assert_ptr_null(ocr_deque_pop_alone(&d));
	ck_assert(ocr_deque_is_empty(&d));
	ocr_deque_push(&d, task(1001));
	ck_assert_ptr_eq(ocr_deque_pop_alone(&d), task(1001));
	ocr_deque_fini(&d);
}
END_TEST

START_TEST(an_empty_deque_gives_nothing)
{
	struct ocr_deque d;

	ck_assert_int_eq(ocr_deque_init(&d), 0);
	ck_assert_ptr_null(ocr_deque_pop(&d));
	ck_assert_ptr_null(ocr_deque_steal(&d));
	ocr_deque_push(&d, task(1));
	ck_assert(!ocr_deque_is_empty(&d));
	ck_assert_ptr_eq(ocr_deque_pop(&d), task(1));
	ck_assert_ptr_null(ocr_deque_pop(&d));
	ck_assert_ptr_null(ocr_deque_steal(&d));
	ck_assert(ocr_deque_is_empty(&d));
	ocr_deque_fini(&d);
}
END_TEST

struct race {
	struct ocr_deque d;
	_Atomic unsigned taken[TASKS + 1];
	_Atomic unsigned n_taken;
};

static void
take(struct race *r, struct ocr_runnable *t)
{
	uintptr_t i = (uintptr_t)t >> 4;

	atomic_fetch_add_explicit(&r->taken[i], 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&r->n_taken, 1, memory_order_relaxed);
}

static void *
thief(void *arg)
{
	struct race *r = arg;

	while (atomic_load_explicit(&r->n_taken, memory_order_relaxed) <
	       TASKS) {
		struct ocr_runnable *t = ocr_deque_steal(&r->d);

		if (t)
			take(r, t);
	}
	return NULL;
}

START_TEST(each_task_is_taken_exactly_once)
{
	struct race *r = calloc(1, sizeof(*r));
	pthread_t threads[THIEVES];
	struct ocr_runnable *t;

	ck_assert_int_eq(ocr_deque_init(&r->d), 0);
	for (int i = 0; i < THIEVES; i++)
		pthread_create(&threads[i], NULL, thief, r);
	for (uintptr_t i = 1; i <= TASKS; i++) {
		ocr_deque_push(&r->d, task(i));
		if (i % 3 == 0 && (t = ocr_deque_pop(&r->d)))
			take(r, t);
	}
	while ((t = ocr_deque_pop(&r->d)))
		take(r, t);
	for (int i = 0; i < THIEVES; i++)
		pthread_join(threads[i], NULL);

	for (uintptr_t i = 1; i <= TASKS; i++)
		ck_assert_uint_eq(r->taken[i], 1);
	ocr_deque_fini(&r->d);
	free(r);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("deque");
	TCase *t = tcase_create("deque");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_set_timeout(t, 60);
	tcase_add_test(t, the_owner_takes_the_newest_and_a_thief_the_oldest);
	tcase_add_test(t, an_owner_without_thieves_takes_from_both_ends);
	tcase_add_test(t, an_empty_deque_gives_nothing);
	tcase_add_test(t, each_task_is_taken_exactly_once);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_ENV);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
