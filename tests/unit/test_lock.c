/* SPDX-License-Identifier: BSD-3-Clause */
/* test_lock.c - mutual exclusion, sleeping, and the order of ranks. */
#include "fabric/lock.h"
#include "tests/suite.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#define THREADS 4
#define ROUNDS	20000
#define TURNS	2000

static struct ocr_lock lock;
static long counter; /* guarded by lock; TSan watches it */
static _Atomic int arrived;

static void *
count_under_lock(void *arg)
{
	int i;

	(void)arg;
	for (i = 0; i < ROUNDS; i++) {
		ocr_lock(&lock, OCR_LOCK_EDT);
		counter++;
		ocr_unlock(&lock, OCR_LOCK_EDT);
	}
	return NULL;
}

static void *
arrive_and_count(void *arg)
{
	(void)arg;
	atomic_fetch_add_explicit(&arrived, 1, memory_order_relaxed);
	ocr_lock(&lock, OCR_LOCK_EDT);
	counter++;
	ocr_unlock(&lock, OCR_LOCK_EDT);
	return NULL;
}

static void
run_threads(pthread_t *t, void *(*fn)(void *))
{
	int i;

	for (i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&t[i], NULL, fn, NULL), 0);
}

static void
join_threads(pthread_t *t)
{
	int i;

	for (i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_join(t[i], NULL), 0);
}

START_TEST(one_thread_at_a_time_is_inside)
{
	pthread_t t[THREADS];

	ocr_lock_init(&lock);
	counter = 0;
	run_threads(t, count_under_lock);
	join_threads(t);

	ck_assert_int_eq(counter, THREADS * ROUNDS);
}
END_TEST

START_TEST(every_sleeper_is_woken)
{
	pthread_t t[THREADS];

	ocr_lock_init(&lock);
	counter = 0;
	atomic_store(&arrived, 0);
	ocr_lock(&lock, OCR_LOCK_EDT);
	run_threads(t, arrive_and_count);
	while (atomic_load(&arrived) < THREADS ||
	       atomic_load(&lock.sleepers) < THREADS)
		sched_yield();
	ck_assert_int_eq(counter, 0);
	ocr_unlock(&lock, OCR_LOCK_EDT);
	join_threads(t);

	ck_assert_int_eq(counter, THREADS);
	ck_assert_uint_eq(atomic_load(&lock.held), 0);
	ck_assert_uint_eq(atomic_load(&lock.sleepers), 0);
}
END_TEST

static _Atomic int left; /* rounds of take_in_turn() */

static void *
take_in_turn(void *arg)
{
	(void)arg;
	for (int i = 0; i < TURNS; i++) {
		ocr_lock(&lock, OCR_LOCK_EDT);
		counter++;
		ocr_unlock(&lock, OCR_LOCK_EDT);
		atomic_fetch_sub_explicit(&left, 1, memory_order_relaxed);
	}
	return NULL;
}

START_TEST(who_begins_to_sleep_while_it_is_released_is_woken)
{
	pthread_t t;

	ocr_lock_init(&lock);
	counter = 0;
	atomic_store(&left, TURNS);
	ck_assert_int_eq(pthread_create(&t, NULL, take_in_turn, NULL), 0);
	for (int i = 0; atomic_load(&left) > 0; i++) {
		ocr_lock(&lock, OCR_LOCK_EDT);
		while (atomic_load(&left) > 0 &&
		       atomic_load(&lock.sleepers) == 0)
			sched_yield();
		/* Before he does, or long after. */
		for (int n = 0; n < i % 4096; n++)
			atomic_load(&lock.sleepers);
		ocr_unlock(&lock, OCR_LOCK_EDT);
	}
	ck_assert_int_eq(pthread_join(t, NULL), 0);

	ck_assert_int_eq(counter, TURNS);
	ck_assert_uint_eq(atomic_load(&lock.sleepers), 0);
}
END_TEST

START_TEST(trylock_fails_only_while_held)
{
	struct ocr_lock l = OCR_LOCK_INIT;

	ck_assert_int_eq(ocr_trylock(&l, OCR_LOCK_EDT), 1);
	ocr_unlock(&l, OCR_LOCK_EDT);
	atomic_store(&l.held, 1); /* as another thread would hold it */

	ck_assert_int_eq(ocr_trylock(&l, OCR_LOCK_EDT), 0);
	atomic_store(&l.held, 0);
	ck_assert_int_eq(ocr_trylock(&l, OCR_LOCK_EDT), 1);
}
END_TEST

START_TEST(ranks_may_be_taken_upwards_and_released_in_any_order)
{
	struct ocr_lock a = OCR_LOCK_INIT, b = OCR_LOCK_INIT;

	ocr_lock(&a, OCR_LOCK_STREAM);
	ocr_lock(&b, OCR_LOCK_EP);
	ocr_unlock(&a, OCR_LOCK_STREAM);
	ocr_unlock(&b, OCR_LOCK_EP);
	ocr_lock(&a, OCR_LOCK_STREAM);

	ck_assert_uint_eq(atomic_load(&a.held), 1);
	ck_assert_uint_eq(atomic_load(&b.held), 0);
}
END_TEST

#ifdef OCR_DEBUG
START_TEST(releasing_a_free_lock_aborts)
{
	struct ocr_lock a = OCR_LOCK_INIT;

	ocr_unlock(&a, OCR_LOCK_EDT);
}
END_TEST

START_TEST(taking_a_lower_rank_aborts)
{
	struct ocr_lock a = OCR_LOCK_INIT, b = OCR_LOCK_INIT;

	ocr_lock(&a, OCR_LOCK_DB);
	ocr_lock(&b, OCR_LOCK_EDT);
}
END_TEST

START_TEST(taking_two_of_one_rank_aborts)
{
	struct ocr_lock a = OCR_LOCK_INIT, b = OCR_LOCK_INIT;

	ocr_lock(&a, OCR_LOCK_EDT);
	ocr_lock(&b, OCR_LOCK_EDT);
}
END_TEST

START_TEST(trying_a_lower_rank_aborts)
{
	struct ocr_lock a = OCR_LOCK_INIT, b = OCR_LOCK_INIT;

	ocr_lock(&a, OCR_LOCK_EP);
	ocr_trylock(&b, OCR_LOCK_STREAM);
}
END_TEST
#endif

int
main(void)
{
	Suite *s = suite_create("lock");
	TCase *tc = tcase_create("lock");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, one_thread_at_a_time_is_inside);
	tcase_add_test(tc, every_sleeper_is_woken);
	tcase_add_test(tc, who_begins_to_sleep_while_it_is_released_is_woken);
	tcase_add_test(tc, trylock_fails_only_while_held);
	tcase_add_test(tc,
		       ranks_may_be_taken_upwards_and_released_in_any_order);
#ifdef OCR_DEBUG
	tcase_add_test_raise_signal(tc, releasing_a_free_lock_aborts, SIGABRT);
	tcase_add_test_raise_signal(tc, taking_a_lower_rank_aborts, SIGABRT);
	tcase_add_test_raise_signal(tc, taking_two_of_one_rank_aborts, SIGABRT);
	tcase_add_test_raise_signal(tc, trying_a_lower_rank_aborts, SIGABRT);
#endif
	suite_add_tcase(s, tc);
	return run_suite_apart(s);
}
