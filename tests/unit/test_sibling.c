/* SPDX-License-Identifier: BSD-3-Clause */
/* test_sibling.c - this process is the launcher; those that it starts are its
 * nodes, by their environment. */
#include "fabric/sibling.h"
#include "tests/suite.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define OTHERS 4

static char self[4096];
static pid_t others[OTHERS];
static unsigned n;

/* What comes after exec is what others see; it is there when the pipe says
 * so.  NULL: the launcher's environment. */
static pid_t
start(const char *job, const char *rank, const char *what)
{
	char job_text[64], rank_text[64];
	char *env[] = {job_text, rank_text, NULL}, *none[] = {NULL};
	char *argv[] = {self, (char *)(uintptr_t)what, NULL};
	int ready[2];
	char c;
	pid_t pid;

	snprintf(job_text, sizeof(job_text), "PMIX_NAMESPACE=%s", job);
	snprintf(rank_text, sizeof(rank_text), "PMIX_RANK=%s", rank ? rank : "");
	ck_assert_int_eq(pipe2(ready, O_CLOEXEC), 0);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		execve(self, argv, rank ? env : none);
		_exit(99);
	}
	close(ready[1]);
	ck_assert_int_eq(read(ready[0], &c, 1), 0);
	close(ready[0]);
	return pid;
}

static void
start_other(const char *job, const char *rank)
{
	others[n++] = start(job, rank, "wait");
}

static void
setup(void)
{
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	ck_assert_int_gt(len, 0);
	n = 0;
}

static void
teardown(void)
{
	while (n > 0) {
		kill(others[--n], SIGKILL);
		waitpid(others[n], NULL, 0);
	}
}

/* What node 0 sees of node 1. */
static int
look(void)
{
	pid_t pid = start("j", "0", "look");
	int status;

	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

START_TEST(who_lives_is_there)
{
	start_other("j", "1");

	ck_assert_int_eq(look(), OCR_SIBLING_THERE);
}
END_TEST

START_TEST(who_is_not_there_is_gone)
{
	start_other("j", "2");

	ck_assert_int_eq(look(), OCR_SIBLING_GONE);
}
END_TEST

/* Its launcher has not asked for it yet. */
START_TEST(who_has_ended_is_gone)
{
	siginfo_t i;

	start_other("j", "1");
	kill(others[0], SIGKILL);
	ck_assert_int_eq(waitid(P_PID, (id_t)others[0], &i, WEXITED | WNOWAIT),
			 0);

	ck_assert_int_eq(look(), OCR_SIBLING_GONE);
}
END_TEST

START_TEST(nobody_is_gone_while_one_may_be_about_to_start)
{
	start_other("j", NULL);

	ck_assert_int_eq(look(), OCR_SIBLING_UNKNOWN);
}
END_TEST

START_TEST(who_has_no_launcher_knows_nothing)
{
	unsetenv("PMIX_RANK");
	unsetenv("PMIX_NAMESPACE");

	ck_assert_int_eq(ocr_sibling_look(1), OCR_SIBLING_UNKNOWN);
}
END_TEST

int
main(int argc, char **argv)
{
	Suite *s = suite_create("sibling");
	TCase *tc = tcase_create("sibling");

	if (argc == 2 && strcmp(argv[1], "look") == 0)
		return ocr_sibling_look(1);
	if (argc == 2 && strcmp(argv[1], "wait") == 0)
		for (;;)
			pause();
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, who_lives_is_there);
	tcase_add_test(tc, who_is_not_there_is_gone);
	tcase_add_test(tc, who_has_ended_is_gone);
	tcase_add_test(tc, nobody_is_gone_while_one_may_be_about_to_start);
	tcase_add_test(tc, who_has_no_launcher_knows_nothing);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
