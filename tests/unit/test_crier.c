/* SPDX-License-Identifier: BSD-3-Clause */
/* test_crier.c - one of many says it. */
#include "fabric/crier.h"
#include "tests/suite.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct ocr_crier *own;
static uint64_t job;

static void
setup(void)
{
	job = (uint64_t)getpid() << 32 | 7;
	ck_assert_int_eq(ocr_crier_open(&own, job, 4), 0);
}

static void
teardown(void)
{
	ocr_crier_close(own);
}

/* Another process says it about node 2, until it is killed. */
static pid_t
start_other(void)
{
	struct ocr_crier *c;
	int fds[2];
	pid_t child;
	char yes;

	ck_assert_int_eq(pipe(fds), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		if (ocr_crier_open(&c, job, 4) != 0)
			_exit(1);
		yes = ocr_crier_begin(c, 2);
		if (write(fds[1], &yes, 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	ck_assert_int_eq(read(fds[0], &yes, 1), 1);
	ck_assert_int_eq(yes, 1);
	close(fds[0]);
	close(fds[1]);
	return child;
}

static void
end_other(pid_t child)
{
	kill(child, SIGKILL);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

START_TEST(who_is_alone_says_it)
{
	ck_assert(ocr_crier_begin(own, 2));
	ck_assert(ocr_crier_begin(own, 2));

	ck_assert(ocr_crier_end(own, 2));
	ck_assert(!ocr_crier_end(own, 2));
}
END_TEST

START_TEST(of_two_one_says_it)
{
	pid_t other = start_other();

	ck_assert(!ocr_crier_begin(own, 2));
	ck_assert(!ocr_crier_end(own, 2));
	/* About others it says nothing. */
	ck_assert(ocr_crier_begin(own, 1));
	end_other(other);
}
END_TEST

START_TEST(who_dies_leaves_it_to_others)
{
	pid_t other = start_other();

	end_other(other);

	ck_assert(ocr_crier_begin(own, 2));
}
END_TEST

START_TEST(who_is_stopped_has_said_it)
{
	pid_t other = start_other();

	kill(other, SIGSTOP);
	ck_assert_int_eq(waitpid(other, NULL, WUNTRACED), other);

	for (int i = 0; i < 10000; i++)
		ck_assert(!ocr_crier_begin(own, 2));
	end_other(other);
}
END_TEST

START_TEST(what_holds_no_more_can_be_said_anew)
{
	struct ocr_crier *other;

	ck_assert_int_eq(ocr_crier_open(&other, job, 4), 0);
	ck_assert(ocr_crier_begin(other, 3));
	ck_assert(!ocr_crier_begin(own, 3));

	ck_assert(ocr_crier_end(other, 3));

	ck_assert(ocr_crier_begin(own, 3));
	ocr_crier_close(other);
}
END_TEST

START_TEST(jobs_do_not_hear_each_other)
{
	struct ocr_crier *other;

	ck_assert_int_eq(ocr_crier_open(&other, job + 1, 4), 0);
	ck_assert(ocr_crier_begin(other, 0));

	ck_assert(ocr_crier_begin(own, 0));
	ocr_crier_close(other);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("crier");
	TCase *t = tcase_create("crier");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, who_is_alone_says_it);
	tcase_add_test(t, of_two_one_says_it);
	tcase_add_test(t, who_dies_leaves_it_to_others);
	tcase_add_test(t, who_is_stopped_has_said_it);
	tcase_add_test(t, what_holds_no_more_can_be_said_anew);
	tcase_add_test(t, jobs_do_not_hear_each_other);
	suite_add_tcase(s, t);
	return run_suite(s);
}
