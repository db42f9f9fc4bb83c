/* SPDX-License-Identifier: BSD-3-Clause */
/* test_hog.c - a task that runs while nothing else can is told once, and no
 * task is while others run.
 *
 * Jobs of simulated nodes in which the body of a task looks as the watching
 * thread would, and lets the other worker of its node run in between; and that
 * thread itself, over workers that only seem to sleep.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-pause.h"

#include "src/boot/runtime.h"
#include "src/observe/hog.h"
#include "src/observe/watch.h"
#include "src/task/edt.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#define LIMIT_MS 10000

/* So many looks find a worker that has moved, and then nothing that does. */
#define UNTIL_TOLD 3

static bool
look(void)
{
	ocr_self->rt->watch->hog.limit_ms = LIMIT_MS;
	return ocr_hog_look(ocr_self->rt);
}

/* Which look of `most` tells; 0: none. */
static unsigned
told_at(unsigned most)
{
	for (unsigned i = 1; i <= most; i++)
		if (look())
			return i;
	return 0;
}

/* The other worker of this node runs a task, while this body runs. */
static bool
other_steps(void)
{
	struct ocr_worker *self = ocr_self;
	bool ran;

	ocr_self = &self->rt->sched->workers[1 - self->id];
	ran = ocr_worker_step(ocr_self);
	ocr_self = self;
	return ran;
}

static void
add_ready(ocrEdt_t body)
{
	conf_start(conf_task(body, conf_here(), NO_PARAMS, 1, NULL), 0);
}

static void
add_waiting(void)
{
	conf_task(conf_nothing, conf_here(), NO_PARAMS, 1, NULL);
}

TASK(keeps_a_ready_one)
{
	add_ready(conf_nothing);
	CHECK_EQ("told", told_at(10), UNTIL_TOLD);
	CHECK_EQ("told again", told_at(10), 0);
	ocrShutdown();
	return NULL_GUID;
}

TASK(keeps_a_waiting_one)
{
	add_waiting();
	CHECK_EQ("told", told_at(10), UNTIL_TOLD);
	ocrShutdown();
	return NULL_GUID;
}

TASK(is_the_only_one)
{
	CHECK_EQ("told", told_at(10), 0);
	ocrShutdown();
	return NULL_GUID;
}

/* Each look comes after a task of the other worker. */
TASK(lets_others_run)
{
	add_waiting();
	for (unsigned i = 0; i < 20; i++) {
		add_ready(conf_nothing);
		CHECK(other_steps(), "nothing ran");
		CHECK(!look(), "told, although a task has run");
		CHECK(!look(), "told too early");
	}
	ocrShutdown();
	return NULL_GUID;
}

/* Twice as long after a warning that was wrong, and once only. */
TASK(is_told_later)
{
	add_waiting();
	CHECK_EQ("told", told_at(10), UNTIL_TOLD);
	for (unsigned i = 0; i < 3; i++) {
		add_ready(conf_nothing);
		CHECK(other_steps(), "nothing ran");
		CHECK_EQ("moved", told_at(3), 0);
	}
	add_ready(conf_nothing);
	CHECK(other_steps(), "nothing ran");
	CHECK_EQ("told", told_at(10), 5);
	ocrShutdown();
	return NULL_GUID;
}

TASK(looks_beside_another)
{
	CHECK_EQ("told", told_at(10), 0);
	add_ready(conf_nothing);
	CHECK_EQ("told", told_at(10), 1);
	ocrShutdown();
	return NULL_GUID;
}

/* Two bodies run: only if a third task is ready do they keep it. */
TASK(runs_beside_another)
{
	add_waiting();
	add_ready(looks_beside_another);
	CHECK(other_steps(), "nothing ran");
	return NULL_GUID;
}

/* As if the body had returned, and all workers idled. */
TASK(idles)
{
	struct ocr_edt *t = ocr_self->task;
	unsigned told;

	add_waiting();
	ocr_worker_set_task(ocr_self, NULL);
	told = told_at(10);
	ocr_worker_set_task(ocr_self, t);
	CHECK_EQ("told", told, 0);
	ocrShutdown();
	return NULL_GUID;
}

/* The tasks that it may wait for are not here. */
TASK(is_alone_on_its_node)
{
	CHECK_EQ("told", told_at(10), UNTIL_TOLD);
	ocrShutdown();
	return NULL_GUID;
}

/* What is ready behind a closed gate is no work, but it waits all the same. */
TASK(holds_its_node)
{
	add_ready(conf_nothing);
	CHECK_EQ("paused", ocrPause(true), 1);
	CHECK_EQ("told", told_at(10), UNTIL_TOLD);
	ocrResume(1);
	ocrShutdown();
	return NULL_GUID;
}

static const struct {
	ocrEdt_t body;
	uint32_t n_nodes;
	unsigned n_workers;
} jobs[] = {
	{keeps_a_ready_one, 1, 1},    {keeps_a_ready_one, 1, 2},
	{keeps_a_ready_one, 2, 1},    {keeps_a_waiting_one, 1, 2},
	{is_the_only_one, 1, 1},      {is_the_only_one, 1, 2},
	{lets_others_run, 1, 2},      {lets_others_run, 2, 2},
	{is_told_later, 1, 2},	      {runs_beside_another, 1, 2},
	{idles, 1, 2},		      {idles, 2, 2},
	{is_alone_on_its_node, 2, 2}, {holds_its_node, 1, 1},
};

START_TEST(a_task_is_told_when_nothing_else_can_run)
{
	struct sim_job_config c = {
		.unchecked = true, /* a body runs inside another */
		.n_nodes = jobs[_i].n_nodes,
		.n_workers = jobs[_i].n_workers,
		.seed = 1,
		.max_steps = 100000,
	};
	struct sim_result r = one_job_run(c, jobs[_i].body);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
}
END_TEST

/* -- The thread ------------------------------------------------------------ */

static void *
watch(void *rt)
{
	ocr_hog_watch(rt);
	return NULL;
}

static void
wait_for(struct ocr_hog *h, uint32_t state)
{
	while (atomic_load(&h->state) != state)
		sched_yield();
}

START_TEST(the_thread_sleeps_while_all_workers_do)
{
	struct ocr_runtime *rt = calloc(1, sizeof(*rt));
	struct ocr_worker w[2] = {{.rt = rt}, {.rt = rt}};
	struct ocr_sched sched = {.workers = w, .n_workers = 2};
	struct ocr_watch watched = {.full = false};
	pthread_t t;

	rt->sched = &sched;
	rt->watch = &watched;
	ocr_hog_init(&rt->watch->hog, 1);
	ck_assert(!pthread_create(&t, NULL, watch, rt));
	for (unsigned i = 0; i < 100; i++) {
		atomic_store(&w[0].asleep, 1);
		atomic_store(&w[1].asleep, 1);
		wait_for(&rt->watch->hog, OCR_HOG_ASLEEP);
		atomic_store(&w[i & 1].asleep, 0);
		ocr_hog_wake(&rt->watch->hog);
		ck_assert_uint_eq(atomic_load(&rt->watch->hog.state),
				  OCR_HOG_LOOKING);
	}
	atomic_store(&w[0].asleep, _i);
	atomic_store(&w[1].asleep, 1);
	wait_for(&rt->watch->hog, _i ? OCR_HOG_ASLEEP : OCR_HOG_LOOKING);
	ocr_hog_stop(&rt->watch->hog);
	pthread_join(t, NULL);
	free(rt);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("hog");
	TCase *t = tcase_create("hog");

	tcase_add_loop_test(t, a_task_is_told_when_nothing_else_can_run, 0,
			    sizeof(jobs) / sizeof(*jobs));
	tcase_add_loop_test(t, the_thread_sleeps_while_all_workers_do, 0, 2);
	suite_add_tcase(s, t);
	return run_suite(s);
}
