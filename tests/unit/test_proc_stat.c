/* SPDX-License-Identifier: BSD-3-Clause */
/* test_proc_stat.c - what the kernel says of a process. */
#include "fabric/proc_stat.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static int fd;

/* A child that waits, under a name that looks like fields, and its pidfd. */
static void
setup(void)
{
	int named[2];
	char c = 0;

	ck_assert_int_eq(pipe(named), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		prctl(PR_SET_NAME, ") Z 1 2) X 3 4");
		if (write(named[1], &c, 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	ck_assert_int_eq(read(named[0], &c, 1), 1);
	close(named[0]);
	close(named[1]);
	fd = (int)syscall(SYS_pidfd_open, child, 0);
	ck_assert_int_ge(fd, 0);
}

static void
teardown(void)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	close(fd);
}

START_TEST(a_name_is_no_field)
{
	struct ocr_proc_stat s;

	ck_assert_int_eq(ocr_proc_stat_read(child, &s), 0);

	ck_assert(!ocr_proc_stat_has_ended(&s));
	ck_assert_int_eq(s.how, 0);
	ck_assert_uint_lt(s.ticks, s.born);
}
END_TEST

START_TEST(who_is_stopped_is_seen_to_be)
{
	struct ocr_proc_stat s;

	kill(child, SIGSTOP);
	ck_assert_int_eq(waitpid(child, NULL, WUNTRACED), child);
	ck_assert_int_eq(ocr_proc_stat_read(child, &s), 0);

	ck_assert_int_eq(s.state, 'T');
}
END_TEST

START_TEST(who_has_run_has_ticks)
{
	struct ocr_proc_stat before, s;

	ck_assert_int_eq(ocr_proc_stat_read(getpid(), &before), 0);
	do
		ck_assert_int_eq(ocr_proc_stat_read(getpid(), &s), 0);
	while (s.ticks < before.ticks + 2);

	ck_assert_int_eq(s.state, 'R');
	ck_assert_uint_eq(s.born, before.born);
}
END_TEST

START_TEST(who_was_killed_has_ended_until_the_parent_asks)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	struct ocr_proc_stat s;

	kill(child, SIGKILL);
	ck_assert_int_eq(poll(&p, 1, 10000), 1);
	ck_assert_int_eq(ocr_proc_stat_read(child, &s), 0);
	ck_assert(ocr_proc_stat_has_ended(&s));
	ck_assert_int_eq(s.how, SIGKILL);

	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	ck_assert_int_eq(ocr_proc_stat_read(child, &s), -ESRCH);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("proc_stat");
	TCase *t = tcase_create("proc_stat");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_name_is_no_field);
	tcase_add_test(t, who_is_stopped_is_seen_to_be);
	tcase_add_test(t, who_has_run_has_ticks);
	tcase_add_test(t, who_was_killed_has_ended_until_the_parent_asks);
	suite_add_tcase(s, t);
	return run_suite(s);
}
