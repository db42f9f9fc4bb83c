/* SPDX-License-Identifier: BSD-3-Clause */
#include "fabric/watch.h"

#include <check.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct ocr_watch *w;
static pid_t child;
static int n_ended;
static ocr_node_t ended_node;
static uint32_t ended_pid;

static void
on_end(void *ctx, ocr_node_t node, uint32_t pid)
{
	ck_assert_ptr_eq(ctx, &child);
	ended_node = node;
	ended_pid = pid;
	n_ended++;
}

static void
setup(void)
{
	n_ended = 0;
	ck_assert_int_eq(ocr_watch_open(&w, 3), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		for (;;)
			pause();
	}
}

static void
teardown(void)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	ocr_watch_close(w);
}

static void
kill_it(void)
{
	struct pollfd fd = {.fd = ocr_watch_fd(w), .events = POLLIN};

	kill(child, SIGKILL);
	ck_assert_int_eq(poll(&fd, 1, 10000), 1);
}

START_TEST(who_lives_is_not_told)
{
	ck_assert(ocr_watch_begin(w, 2, (uint32_t)child));

	ck_assert_int_eq(ocr_watch_look(w, on_end, &child), 0);
	ck_assert_int_eq(n_ended, 0);
}
END_TEST

START_TEST(an_end_is_told_once)
{
	ck_assert(ocr_watch_begin(w, 2, (uint32_t)child));
	ck_assert(ocr_watch_begin(w, 2, (uint32_t)child));

	kill_it();

	ck_assert_int_eq(ocr_watch_look(w, on_end, &child), 1);
	ck_assert_int_eq(n_ended, 1);
	ck_assert_uint_eq(ended_node, 2);
	ck_assert_uint_eq(ended_pid, (uint32_t)child);
	ck_assert_int_eq(ocr_watch_look(w, on_end, &child), 0);
	ck_assert_int_eq(n_ended, 1);
}
END_TEST

START_TEST(an_end_that_does_not_matter_is_not_told)
{
	struct pollfd fd = {.fd = ocr_watch_fd(w), .events = POLLIN};

	ck_assert(ocr_watch_begin(w, 2, (uint32_t)child));
	ocr_watch_end(w, 2);
	ocr_watch_end(w, 1);

	kill(child, SIGKILL);
	waitpid(child, NULL, 0);

	ck_assert_int_eq(poll(&fd, 1, 0), 0);
	ck_assert_int_eq(ocr_watch_look(w, on_end, &child), 0);
}
END_TEST

START_TEST(who_is_dead_already_is_not_watched)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);

	ck_assert(!ocr_watch_begin(w, 0, (uint32_t)child));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("watch");
	TCase *t = tcase_create("watch");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, who_lives_is_not_told);
	tcase_add_test(t, an_end_is_told_once);
	tcase_add_test(t, an_end_that_does_not_matter_is_not_told);
	tcase_add_test(t, who_is_dead_already_is_not_watched);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_ENV);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
