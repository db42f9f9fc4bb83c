/* SPDX-License-Identifier: BSD-3-Clause */
/* test_death.c - how a child ended. */
#include "fabric/death.h"
#include "tests/suite.h"

#include <check.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static int fd;

/* A child that waits, and its pidfd. */
static void
setup(void)
{
	/* A sanitizer would catch it and exit. */
	signal(SIGSEGV, SIG_DFL);
	/* Under nohup it is ignored, by children as well. */
	signal(SIGHUP, SIG_DFL);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		signal(SIGUSR1, _exit);
		for (;;)
			pause();
	}
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

static int
end_by(int sig)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};

	kill(child, sig);
	ck_assert_int_eq(poll(&p, 1, 10000), 1);
	return ocr_death_read(fd, (uint32_t)child);
}

static const char *
text(int how)
{
	static char buf[OCR_DEATH_TEXT];

	return ocr_death_text(how, buf);
}

START_TEST(a_signal_is_known_until_the_parent_asks)
{
	ck_assert_str_eq(text(end_by(SIGKILL)),
			 "was killed by signal 9 (SIGKILL)");
	ck_assert_str_eq(text(ocr_death_read(-1, (uint32_t)child)),
			 "was killed by signal 9 (SIGKILL)");
}
END_TEST

START_TEST(a_dump_of_core_changes_nothing)
{
	ck_assert_str_eq(text(end_by(SIGSEGV)),
			 "was killed by signal 11 (SIGSEGV)");
}
END_TEST

START_TEST(a_status_is_known)
{
	/* The handler may not be there yet. */
	int how = end_by(SIGUSR1);

	if (WIFSIGNALED(how))
		ck_assert_str_eq(text(how),
				 "was killed by signal 10 (SIGUSR1)");
	else
		ck_assert_str_eq(text(how), "ended with status 10");
}
END_TEST

START_TEST(afterwards_it_is_right_or_not_known)
{
	int how;

	end_by(SIGHUP);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);

	how = ocr_death_read(fd, (uint32_t)child);
	ck_assert(how == SIGHUP || how == OCR_DEATH_UNKNOWN);
	ck_assert_int_eq(ocr_death_read(-1, (uint32_t)child),
			 OCR_DEATH_UNKNOWN);
}
END_TEST

START_TEST(who_lives_has_not_ended)
{
	ck_assert_int_eq(ocr_death_read(fd, (uint32_t)child),
			 OCR_DEATH_UNKNOWN);
	ck_assert_str_eq(text(OCR_DEATH_UNKNOWN), "died");
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("death");
	TCase *t = tcase_create("death");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_signal_is_known_until_the_parent_asks);
	tcase_add_test(t, a_dump_of_core_changes_nothing);
	tcase_add_test(t, a_status_is_known);
	tcase_add_test(t, afterwards_it_is_right_or_not_known);
	tcase_add_test(t, who_lives_has_not_ended);
	suite_add_tcase(s, t);
	return run_suite(s);
}
