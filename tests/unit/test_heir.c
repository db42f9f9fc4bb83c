/* SPDX-License-Identifier: BSD-3-Clause */
/* test_heir.c - which of the tasks that come while a worker looks at the
 * network it keeps for itself.
 *
 * The network is this file's: what comes makes tasks ready.
 */
#include "src/sched/sched.h"

#include "src/base/runtime.h"
#include "tests/suite.h"

#include <check.h>

#define MOST  3 /* two workers, and the progress thread */
#define TASKS 2

static struct ocr_runtime *rt;
static struct ocr_worker workers[MOST];
static struct ocr_sched sched;
static struct ocr_runnable tasks[TASKS];
static unsigned n_come; /* of the tasks */
static const struct ocr_runnable *ran;

/* -- The network --------------------------------------------------------- */

int __wrap_ocr_fabric_poll(struct ocr_fabric *f);
int __wrap_ocr_fabric_poll_idle(struct ocr_fabric *f);
bool __wrap_ocr_fabric_dirty(const struct ocr_fabric *f);

/* All that there are. */
int
__wrap_ocr_fabric_poll(struct ocr_fabric *f)
{
	int n = 0;

	(void)f;
	for (; n_come < TASKS; n++)
		ocr_worker_ready(rt, &tasks[n_come++]);
	return n;
}

int
__wrap_ocr_fabric_poll_idle(struct ocr_fabric *f)
{
	return __wrap_ocr_fabric_poll(f);
}

bool
__wrap_ocr_fabric_dirty(const struct ocr_fabric *f)
{
	(void)f;
	return false;
}

/* -- The node ------------------------------------------------------------ */

static void
run(struct ocr_worker *w, struct ocr_runnable *t)
{
	ck_assert_ptr_eq(w, ocr_self);
	ran = t;
}

static void
open_with(unsigned n_workers)
{
	static const struct ocr_sched_ops ops = {.run = run};
	static struct ocr_runtime node;

	rt = &node;
	rt->sched = &sched;
	rt->fabric = (void *)&node; /* nobody looks into it */
	sched.ops = &ops;
	sched.n_workers = n_workers;
	sched.n_slots = n_workers + 1;
	sched.workers = workers;
	sched.has_heirs = true;
	for (unsigned i = 0; i < sched.n_slots; i++) {
		workers[i].rt = rt;
		workers[i].id = i;
		ck_assert_int_eq(ocr_deque_init(&workers[i].deque), 0);
	}
	ocr_self = &workers[0];
}

static void
close_node(void)
{
	for (unsigned i = 0; i < sched.n_slots; i++)
		ocr_deque_fini(&workers[i].deque);
	ocr_self = NULL;
}

static void
step_runs(const struct ocr_runnable *t)
{
	ran = NULL;
	ck_assert(ocr_worker_step(&workers[0]));
	ck_assert_ptr_eq(ran, t);
}

/* -- Tests --------------------------------------------------------------- */

START_TEST(who_is_alone_runs_first_what_comes_first)
{
	open_with(1);

	ocr_idle(&workers[0]);
	ck_assert(ocr_worker_has_heir(&workers[0]));
	ck_assert_int_eq(ocr_deque_count(&workers[0].deque), TASKS - 1);

	step_runs(&tasks[0]);
	step_runs(&tasks[1]);
	close_node();
}
END_TEST

START_TEST(all_that_comes_is_there_for_others)
{
	open_with(2);

	ocr_idle(&workers[0]);
	ck_assert(!ocr_worker_has_heir(&workers[0]));
	ck_assert_int_eq(ocr_deque_count(&workers[0].deque), TASKS);
	close_node();
}
END_TEST

/* It goes on with the newest that it has. */
START_TEST(who_has_tasks_inherits_none)
{
	open_with(1);

	ocr_idle_poll(&workers[0]);
	ck_assert(!ocr_worker_has_heir(&workers[0]));
	ck_assert_int_eq(ocr_deque_count(&workers[0].deque), TASKS);
	close_node();
}
END_TEST

/* What is made ready once it has looked. */
START_TEST(nor_who_has_looked)
{
	open_with(1);
	n_come = TASKS - 1;

	ocr_idle(&workers[0]);
	step_runs(&tasks[TASKS - 1]);
	ocr_worker_ready(rt, &tasks[0]);
	ck_assert(!ocr_worker_has_heir(&workers[0]));
	ck_assert_int_eq(ocr_deque_count(&workers[0].deque), 1);
	close_node();
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("heir");
	TCase *t = tcase_create("heir");

	tcase_add_test(t, who_is_alone_runs_first_what_comes_first);
	tcase_add_test(t, all_that_comes_is_there_for_others);
	tcase_add_test(t, who_has_tasks_inherits_none);
	tcase_add_test(t, nor_who_has_looked);
	suite_add_tcase(s, t);
	return run_suite_apart(s);
}
