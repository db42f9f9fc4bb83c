/* SPDX-License-Identifier: BSD-3-Clause */
/* test_keep_nodes.c - the processes of a launcher, as ocrkeep sees them. */
#include "src/tools/keep_nodes.h"

#include "tests/suite.h"

#include <check.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int __real_kill(pid_t pid, int sig);
int __wrap_kill(pid_t pid, int sig);

/* Whoever is killed is gone by then: the launcher, which is this process, has
 * taken its end in. */
int
__wrap_kill(pid_t pid, int sig)
{
	int err = __real_kill(pid, sig);

	if (sig == SIGKILL)
		waitpid(pid, NULL, 0);
	return err;
}

/* As ocrkeep has them: as long as the process is there. */
static struct keep_nodes *n;

/* Then it would be waited for without end. */
START_TEST(stopped_and_reaped_at_once)
{
	pid_t child;

	ck_assert_int_eq(ocr_keep_nodes_open(&n, 1), 0);
	child = fork();
	if (child == 0)
		for (;;)
			pause();
	ck_assert_int_gt(child, 0);
	__real_kill(child, SIGSTOP);
	waitpid(child, NULL, WUNTRACED);
	ocr_keep_nodes_find(n, getpid());
	ck_assert(ocr_keep_nodes_live(n));
	while (!ocr_keep_nodes_said(n)) {
		poll(&(struct pollfd){ocr_keep_nodes_fd(n), POLLIN, 0}, 1, -1);
		ocr_keep_nodes_hear(n);
	}
	/* Its end is news already. */
	ocr_keep_nodes_hear(n);
	ck_assert(!ocr_keep_nodes_live(n));
	ck_assert(ocr_keep_nodes_are_gone(n));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("keep_nodes");
	TCase *t = tcase_create("stopped");

	tcase_add_test(t, stopped_and_reaped_at_once);
	suite_add_tcase(s, t);
	return run_suite_apart(s);
}
