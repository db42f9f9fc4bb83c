/* SPDX-License-Identifier: BSD-3-Clause */
/* test_exit.c - the process ends beside the end of its job.
 *
 * Who calls exit() in time says so of a node, and another thread may be about
 * to close it: that one waits.  What is said, and pause(), are this file's, so
 * that the threads meet in the middle of both.
 */
#include "src/boot/exit.h"

#include "fabric/log.h"
#include "src/boot/runtime.h"
#include "tests/suite.h"

#include <check.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

/* Statuses of a child. */
#define CLOSED	98 /* though somebody still read the node */
#define TOLD	97 /* of an exit() that nobody forbids */
#define ALLOWED 96
#define BY_EXIT 3

static struct ocr_runtime *rt;
static sem_t is_telling, is_waiting;
static bool may_tell;

void __wrap_ocr_log_error(ocr_node_t self, const char *format, ...);
void
__wrap_ocr_log_error(ocr_node_t self, const char *format, ...)
{
	(void)self;
	(void)format;
	if (!may_tell)
		_exit(TOLD);
	sem_post(&is_telling);
	sem_wait(&is_waiting);
}

int __real_pause(void);
int __wrap_pause(void);
int
__wrap_pause(void)
{
	sem_post(&is_waiting);
	for (;;)
		__real_pause();
}

static void
open_node(void)
{
	struct ocr_runtime_config c = {
		.size = 1,
		.sched.n_workers = 1,
		.sched.n_domains = 1,
		.sched.stack_bytes = 65536,
		.files = OCR_ENGINE_MANUAL,
	};

	sem_init(&is_telling, 0, 0);
	sem_init(&is_waiting, 0, 0);
	ck_assert_int_eq(ocr_memory_open_plain(&c.memory), 0);
	ck_assert_int_eq(ocr_runtime_open(&rt, &c), 0);
}

static void *
call_exit(void *arg)
{
	(void)arg;
	exit(BY_EXIT);
}

static void *
call_quick_exit(void *arg)
{
	(void)arg;
	quick_exit(BY_EXIT);
}

/* A thread ends the process; when it has read the node, and is not through with
 * it, this one comes to close it. */
static void
end_beside(void *(*how)(void *))
{
	pthread_t other;

	open_node();
	may_tell = true;
	ck_assert_int_eq(ocr_exit_forbid(rt, NULL), 0);
	ck_assert_int_eq(pthread_create(&other, NULL, how, NULL), 0);
	sem_wait(&is_telling);

	ocr_exit_allow();

	ocr_runtime_close(rt);
	_exit(CLOSED);
}

START_TEST(a_node_stays_until_exit_has_told_of_it)
{
	end_beside(call_exit);
}
END_TEST

START_TEST(a_node_stays_until_quick_exit_has_told_of_it)
{
	end_beside(call_quick_exit);
}
END_TEST

START_TEST(a_node_may_close_that_never_forbade_anything)
{
	ocr_exit_allow();
	_exit(ALLOWED);
}
END_TEST

START_TEST(who_exits_after_the_job_just_exits)
{
	open_node();
	ck_assert_int_eq(ocr_exit_forbid(rt, NULL), 0);

	ocr_exit_allow();

	exit(BY_EXIT);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("exit");
	TCase *tcase = tcase_create("exit");

	tcase_add_exit_test(tcase, a_node_stays_until_exit_has_told_of_it,
			    BY_EXIT);
	/* quick_exit() hides its argument; no job that it ends went well. */
	tcase_add_exit_test(tcase, a_node_stays_until_quick_exit_has_told_of_it,
			    1);
	tcase_add_exit_test(tcase, a_node_may_close_that_never_forbade_anything,
			    ALLOWED);
	tcase_add_exit_test(tcase, who_exits_after_the_job_just_exits, BY_EXIT);
	suite_add_tcase(suite, tcase);
	return run_suite_apart(suite);
}
