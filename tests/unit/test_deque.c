/* SPDX-License-Identifier: BSD-3-Clause */
/* test_deque.c - one owner, many thieves. */
#include "src/sched/deque.h"
#include "tests/suite.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
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

START_TEST(a_thief_takes_a_quarter_of_many_and_one_of_few)
{
	struct ocr_runnable *some[OCR_DEQUE_SOME];
	struct ocr_deque d;

	ck_assert_int_eq(ocr_deque_init(&d), 0);
	ck_assert_uint_eq(ocr_deque_steal_some(&d, some), 0);
	for (uintptr_t i = 1; i <= 1000; i++)
		ocr_deque_push(&d, task(i));

	ck_assert_uint_eq(ocr_deque_steal_some(&d, some), OCR_DEQUE_SOME);
	for (uintptr_t i = 1; i <= OCR_DEQUE_SOME; i++)
		ck_assert_ptr_eq(some[i - 1], task(i));
	for (uintptr_t i = 1000; i > OCR_DEQUE_SOME + 16; i--)
		ck_assert_ptr_eq(ocr_deque_pop(&d), task(i));
	ck_assert_uint_eq(ocr_deque_steal_some(&d, some), 4);
	ck_assert_ptr_eq(some[3], task(OCR_DEQUE_SOME + 4));
	for (uintptr_t i = OCR_DEQUE_SOME + 16; i > OCR_DEQUE_SOME + 6; i--)
		ck_assert_ptr_eq(ocr_deque_pop(&d), task(i));
	ck_assert_uint_eq(ocr_deque_steal_some(&d, some), 1);
	ck_assert_ptr_eq(some[0], task(OCR_DEQUE_SOME + 5));
	ck_assert_ptr_eq(ocr_deque_pop(&d), task(OCR_DEQUE_SOME + 6));
	ck_assert_ptr_null(ocr_deque_pop(&d));
	ck_assert_uint_eq(ocr_deque_steal_some(&d, some), 0);
	ocr_deque_fini(&d);
}
END_TEST

START_TEST(a_thief_does_not_take_what_the_owner_took_before_its_claim)
{
	struct ocr_runnable *some[OCR_DEQUE_SOME];
	struct ocr_deque d;
	uint64_t top;

	ck_assert_int_eq(ocr_deque_init(&d), 0);
	for (uintptr_t i = 1; i <= 16; i++)
		ocr_deque_push(&d, task(i));
	top = atomic_load(&d.top);
	for (uintptr_t i = 16; i > 2; i--)
		ck_assert_ptr_eq(ocr_deque_pop(&d), task(i));

	ck_assert_uint_eq(ocr_deque_steal_seen(&d, top, 4, some), 2);
	ck_assert_ptr_eq(some[1], task(2));
	ck_assert_ptr_null(ocr_deque_pop(&d));
	ck_assert_uint_eq(ocr_deque_steal_seen(&d, top, 1, some), 0);
	ocr_deque_fini(&d);
}
END_TEST

static void *
pop_one(void *deque)
{
	return ocr_deque_pop(deque);
}

/* The test is the thief. */
START_TEST(the_owner_waits_for_the_end_of_a_claim)
{
	struct ocr_deque d;
	pthread_t owner;
	void *got;

	ck_assert_int_eq(ocr_deque_init(&d), 0);
	for (uintptr_t i = 1; i <= 4; i++)
		ocr_deque_push(&d, task(i));
	atomic_store(&d.top, 4); /* all that are there, from index 0 on */
	pthread_create(&owner, NULL, pop_one, &d);
	while (atomic_load(&d.bottom) == 4)
		sched_yield();
	for (int i = 0; i < 100; i++)
		sched_yield();
	atomic_store(&d.top, (uint64_t)4 << 8);
	pthread_join(owner, &got);

	ck_assert_ptr_null(got);
	ck_assert(ocr_deque_is_empty(&d));
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
	_Atomic unsigned n_taken, n_thieves;
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
	struct ocr_runnable *some[OCR_DEQUE_SOME];
	struct race *r = arg;
	/* One of them takes one after the other. */
	bool one = !atomic_fetch_add_explicit(&r->n_thieves, 1,
					      memory_order_relaxed);

	while (atomic_load_explicit(&r->n_taken, memory_order_relaxed) <
	       TASKS) {
		unsigned n = ocr_deque_steal_some(&r->d, some);

		if (one && !n) {
			some[0] = ocr_deque_steal(&r->d);
			n = some[0] != NULL;
		}
		for (unsigned i = 0; i < n; i++)
			take(r, some[i]);
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
		/* Now and then all, so that it meets the thieves. */
		for (unsigned n = i % 64 == 0 ? 64 : i % 3 == 0;
		     n > 0 && (t = ocr_deque_pop(&r->d)); n--)
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

	tcase_set_timeout(t, 60);
	tcase_add_test(t, the_owner_takes_the_newest_and_a_thief_the_oldest);
	tcase_add_test(t, an_owner_without_thieves_takes_from_both_ends);
	tcase_add_test(t, a_thief_takes_a_quarter_of_many_and_one_of_few);
	tcase_add_test(
		t, a_thief_does_not_take_what_the_owner_took_before_its_claim);
	tcase_add_test(t, the_owner_waits_for_the_end_of_a_claim);
	tcase_add_test(t, an_empty_deque_gives_nothing);
	tcase_add_test(t, each_task_is_taken_exactly_once);
	suite_add_tcase(s, t);
	return run_suite(s);
}
