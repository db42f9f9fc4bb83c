/* SPDX-License-Identifier: BSD-3-Clause */
/* test_idle.c - who is woken for a task that is ready.
 *
 * No thread sleeps: a worker is one that says so.
 */
#include "src/sched/sched.h"

#include "src/base/runtime.h"
#include "tests/suite.h"

#include <check.h>

/* Of struct ocr_worker.asleep, as idle.c has it. */
enum { AWAKE, ON_FUTEX };

#define MOST 6

static struct ocr_runtime *rt;
static struct ocr_worker workers[MOST];
static struct ocr_sched sched;
static int n_risen;

static void
risen(struct ocr_runtime *of)
{
	ck_assert_ptr_eq(of, rt);
	n_risen++;
}

/* Two threads more that run no tasks. */
static void
open_with(unsigned n_workers)
{
	static const struct ocr_sched_ops ops = {.risen = risen};
	static struct ocr_runtime node;

	rt = &node;
	rt->sched = &sched;
	sched.ops = &ops;
	sched.n_workers = n_workers;
	sched.n_slots = n_workers + 2;
	sched.workers = workers;
	for (unsigned i = 0; i < sched.n_slots; i++) {
		workers[i].rt = rt;
		workers[i].id = i;
	}
}

static void
lie_down(unsigned i)
{
	atomic_store_explicit(&workers[i].asleep, ON_FUTEX,
			      memory_order_relaxed);
	atomic_fetch_add_explicit(&sched.n_asleep, 1, memory_order_relaxed);
}

static bool
is_asleep(unsigned i)
{
	return atomic_load_explicit(&workers[i].asleep, memory_order_relaxed) !=
	       AWAKE;
}

/* The calling thread is worker i, and has made a task ready. */
static void
wake_one_as(unsigned i)
{
	ocr_self = &workers[i];
	ocr_idle_wake_one(&sched);
	ocr_self = NULL;
}

START_TEST(the_other_worker_is_woken)
{
	open_with(2);
	lie_down(1);

	wake_one_as(0);

	ck_assert(!is_asleep(1));
	ck_assert_int_eq(n_risen, 1);
}
END_TEST

START_TEST(one_is_woken_for_one_task)
{
	open_with(3);
	lie_down(0);
	lie_down(1);

	wake_one_as(2);

	ck_assert_int_eq(is_asleep(0) + is_asleep(1), 1);
	ck_assert_int_eq(n_risen, 1);
}
END_TEST

START_TEST(the_only_worker_is_woken_by_a_thread_that_runs_no_tasks)
{
	open_with(1);
	lie_down(0);

	wake_one_as(1);

	ck_assert(!is_asleep(0));
	ck_assert_int_eq(n_risen, 1);
}
END_TEST

/* It polls between its announcement and its sleep. */
START_TEST(the_only_worker_does_not_fall_asleep_on_a_task)
{
	open_with(1);
	lie_down(0);

	wake_one_as(0);

	ck_assert(!is_asleep(0));
	ck_assert_int_eq(n_risen, 1);
}
END_TEST

/* The guest sleeps until it is answered: it runs no tasks. */
START_TEST(who_runs_no_tasks_is_not_woken)
{
	open_with(1);
	lie_down(2);

	wake_one_as(0);

	ck_assert(is_asleep(2));
	ck_assert_int_eq(n_risen, 0);
}
END_TEST

static void
run(struct ocr_worker *w, struct ocr_runnable *r)
{
	ck_assert_ptr_nonnull(w);
	ck_assert_ptr_nonnull(r);
}

/* Of sixteen tasks a thief takes four, three of them to its own deque: whoever
 * looked meanwhile found none, and lay down. */
START_TEST(one_is_woken_for_each_task_that_a_thief_has_moved)
{
	static const struct ocr_sched_ops ops = {.risen = risen, .run = run};
	static struct ocr_runnable tasks[16];

	open_with(4);
	sched.ops = &ops;
	sched.threaded = true;
	for (unsigned i = 0; i < 2; i++)
		ck_assert_int_eq(ocr_deque_init(&workers[i].deque), 0);
	for (int i = 0; i < 16; i++)
		ocr_deque_push(&workers[0].deque, &tasks[i]);
	lie_down(2);
	lie_down(3);

	workers[1].rng = 1;
	ocr_self = &workers[1];
	ck_assert(ocr_worker_step(&workers[1]));
	ocr_self = NULL;

	ck_assert(!is_asleep(2));
	ck_assert(!is_asleep(3));
	ck_assert_int_eq(n_risen, 2);
	for (unsigned i = 0; i < 2; i++)
		ocr_deque_fini(&workers[i].deque);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("idle");
	TCase *t = tcase_create("idle");

	tcase_add_test(t, the_other_worker_is_woken);
	tcase_add_test(t, one_is_woken_for_one_task);
	tcase_add_test(t,
		       the_only_worker_is_woken_by_a_thread_that_runs_no_tasks);
	tcase_add_test(t, the_only_worker_does_not_fall_asleep_on_a_task);
	tcase_add_test(t, who_runs_no_tasks_is_not_woken);
	tcase_add_test(t, one_is_woken_for_each_task_that_a_thief_has_moved);
	suite_add_tcase(s, t);
	return run_suite_apart(s);
}
