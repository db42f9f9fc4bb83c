/* SPDX-License-Identifier: BSD-3-Clause */
/* test_watch.c - processes that end. */
#include "fabric/watch.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct ocr_watch *w;
static pid_t child;
static int n_news;
static ocr_node_t last_node;
static uint32_t last_pid;
static enum ocr_watch_news last_news;

/* How long a stopped process is waited for. */
#define PATIENCE_S 5

static void
on_news(void *ctx, ocr_node_t node, uint32_t pid, enum ocr_watch_news news)
{
	ck_assert_ptr_eq(ctx, &child);
	last_node = node;
	last_pid = pid;
	last_news = news;
	n_news++;
}

static void
setup(void)
{
	n_news = 0;
	ck_assert_int_eq(ocr_watch_open(&w, 3, PATIENCE_S), 0);
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

	ck_assert_int_eq(ocr_watch_look(w, on_news, &child), 0);
	ck_assert_int_eq(n_news, 0);
}
END_TEST

START_TEST(an_end_is_told_once)
{
	ck_assert(ocr_watch_begin(w, 2, (uint32_t)child));
	ck_assert(ocr_watch_begin(w, 2, (uint32_t)child));

	kill_it();

	ck_assert_int_eq(ocr_watch_look(w, on_news, &child), 1);
	ck_assert_int_eq(n_news, 1);
	ck_assert_uint_eq(last_node, 2);
	ck_assert_uint_eq(last_pid, (uint32_t)child);
	ck_assert_int_eq(last_news, OCR_WATCH_ENDED);
	ck_assert_int_eq(ocr_watch_how(w, 2), SIGKILL);
	ck_assert_int_eq(ocr_watch_look(w, on_news, &child), 0);
	ck_assert_int_eq(n_news, 1);
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
	ck_assert_int_eq(ocr_watch_look(w, on_news, &child), 0);
}
END_TEST

START_TEST(who_is_dead_already_is_not_watched)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);

	ck_assert(!ocr_watch_begin(w, 0, (uint32_t)child));
}
END_TEST

static void
stop(void)
{
	kill(child, SIGSTOP);
	ck_assert_int_eq(waitpid(child, NULL, WUNTRACED), child);
}

static void
go_on(void)
{
	kill(child, SIGCONT);
	ck_assert_int_eq(waitpid(child, NULL, WCONTINUED), child);
}

/* Returns how many news there were. */
static int
let_seconds_pass(int n)
{
	int news = 0;

	while (n-- > 0)
		news += ocr_watch_tick(w, on_news, &child);
	return news;
}

static void
expect(enum ocr_watch_news news, int n_so_far)
{
	ck_assert_int_eq(n_news, n_so_far);
	ck_assert_uint_eq(last_node, 1);
	ck_assert_uint_eq(last_pid, (uint32_t)child);
	ck_assert_int_eq(last_news, news);
}

START_TEST(who_runs_is_not_told)
{
	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));

	ck_assert_int_eq(let_seconds_pass(2 * PATIENCE_S), 0);
}
END_TEST

START_TEST(a_stop_is_told_after_a_while_and_once)
{
	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));
	stop();

	ck_assert_int_eq(let_seconds_pass(OCR_WATCH_WARN_S), 0);
	ck_assert_int_eq(let_seconds_pass(1), 1);
	expect(OCR_WATCH_STOPPED, 1);
	ck_assert_int_eq(let_seconds_pass(1), 0);
}
END_TEST

START_TEST(who_goes_on_is_told_if_the_stop_was)
{
	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));
	stop();
	let_seconds_pass(OCR_WATCH_WARN_S);
	go_on();
	ck_assert_int_eq(let_seconds_pass(1), 0);
	stop();
	let_seconds_pass(OCR_WATCH_WARN_S + 1);
	go_on();

	ck_assert_int_eq(let_seconds_pass(1), 1);
	expect(OCR_WATCH_RUNS, 2);
	ck_assert_int_eq(let_seconds_pass(2 * PATIENCE_S), 0);
}
END_TEST

START_TEST(who_is_stopped_for_too_long_is_lost_once)
{
	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));
	stop();
	let_seconds_pass(PATIENCE_S);
	ck_assert_int_eq(n_news, 1);

	ck_assert_int_eq(let_seconds_pass(1), 1);
	expect(OCR_WATCH_LOST, 2);
	go_on();
	ck_assert_int_eq(let_seconds_pass(2 * PATIENCE_S), 0);
}
END_TEST

START_TEST(who_was_stopped_itself_thinks_not_that_others_were_for_long)
{
	struct pollfd fd = {.fd = ocr_watch_fd(w), .events = POLLIN};

	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));
	stop();

	/* Whatever time has gone by: one look is one second. */
	ck_assert_int_eq(poll(&fd, 1, 10000), 1);
	ck_assert_int_eq(ocr_watch_look(w, on_news, &child), 0);
	ck_assert_int_eq(let_seconds_pass(OCR_WATCH_WARN_S - 1), 0);
	ck_assert_int_eq(let_seconds_pass(1), 1);
}
END_TEST

START_TEST(without_an_end_to_patience_nobody_is_lost)
{
	ocr_watch_close(w);
	ck_assert_int_eq(ocr_watch_open(&w, 3, 0), 0);
	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));
	stop();

	ck_assert_int_eq(let_seconds_pass(1000), 1);
	expect(OCR_WATCH_STOPPED, 1);
}
END_TEST

START_TEST(who_is_held_by_a_debugger_is_told_and_not_lost)
{
	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));
	if (ptrace(PTRACE_SEIZE, child, NULL, NULL) != 0) {
		printf("skipped: nobody may be traced here\n");
		return;
	}
	ck_assert_int_eq(ptrace(PTRACE_INTERRUPT, child, NULL, NULL), 0);
	ck_assert_int_eq(waitpid(child, NULL, __WALL), child);

	ck_assert_int_eq(let_seconds_pass(2 * PATIENCE_S), 1);
	expect(OCR_WATCH_HELD, 1);
}
END_TEST

/* A process that may have few descriptors spends none on its neighbours; the
 * set was opened before it came to that. */
START_TEST(without_descriptors_an_end_is_seen_within_a_second)
{
	struct rlimit r, none;

	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &r), 0);
	none = (struct rlimit){3, r.rlim_max};
	ocr_watch_close(w);
	setrlimit(RLIMIT_NOFILE, &none);
	ck_assert_int_eq(ocr_watch_open(&w, 3, PATIENCE_S), -EMFILE);
	none.rlim_cur = 64;
	setrlimit(RLIMIT_NOFILE, &none);
	ck_assert_int_eq(ocr_watch_open(&w, 100, PATIENCE_S), 0);
	for (ocr_node_t i = 2; i < 66; i++)
		ck_assert(ocr_watch_begin(w, i, (uint32_t)getpid()));
	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));
	ck_assert_int_eq(let_seconds_pass(6), 0);

	kill(child, SIGKILL);
	ck_assert_int_eq(waitid(P_PID, (id_t)child, NULL, WEXITED | WNOWAIT),
			 0);
	ck_assert_int_eq(let_seconds_pass(6), 1);
	expect(OCR_WATCH_ENDED, 1);
	waitpid(child, NULL, 0);
	ck_assert(!ocr_watch_begin(w, 1, (uint32_t)child));
	setrlimit(RLIMIT_NOFILE, &r);
}
END_TEST

static int
first_free(void)
{
	int fd = dup(STDIN_FILENO);

	ck_assert_int_ge(fd, 0);
	close(fd);
	return fd;
}

/* Others have counted on the rest. */
START_TEST(a_quarter_of_the_descriptors_that_are_left_is_used)
{
	int fd = first_free();
	struct rlimit all, few;

	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &all), 0);
	few = (struct rlimit){(rlim_t)fd + 3 + (rlim_t)_i, all.rlim_max};
	setrlimit(RLIMIT_NOFILE, &few);
	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));
	ck_assert(ocr_watch_begin(w, 2, (uint32_t)child));

	ck_assert_int_eq(first_free(), fd + (3 + _i) / 4);
	ocr_watch_end(w, 1);
	ocr_watch_end(w, 2);
	ck_assert_int_eq(first_free(), fd);
	setrlimit(RLIMIT_NOFILE, &all);
}
END_TEST

/* As many as there can be on a large host. */
START_TEST(all_of_many_are_looked_at_in_turn)
{
	enum { MANY = 200 };

	ocr_watch_close(w);
	ck_assert_int_eq(ocr_watch_open(&w, MANY, 20), 0);
	for (ocr_node_t i = 0; i < MANY; i++)
		if (i != 1)
			ck_assert(ocr_watch_begin(w, i, (uint32_t)getpid()));
	ck_assert(ocr_watch_begin(w, 1, (uint32_t)child));
	stop();

	ck_assert_int_eq(let_seconds_pass(MANY), 2);
	expect(OCR_WATCH_LOST, 2);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("watch");
	TCase *t = tcase_create("watch");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, who_lives_is_not_told);
	tcase_add_test(t, an_end_is_told_once);
	tcase_add_test(t, an_end_that_does_not_matter_is_not_told);
	tcase_add_test(t, who_is_dead_already_is_not_watched);
	tcase_add_test(t, who_runs_is_not_told);
	tcase_add_test(t, a_stop_is_told_after_a_while_and_once);
	tcase_add_test(t, who_goes_on_is_told_if_the_stop_was);
	tcase_add_test(t, who_is_stopped_for_too_long_is_lost_once);
	tcase_add_test(
		t, who_was_stopped_itself_thinks_not_that_others_were_for_long);
	tcase_add_test(t, without_an_end_to_patience_nobody_is_lost);
	tcase_add_test(t, who_is_held_by_a_debugger_is_told_and_not_lost);
	tcase_add_test(t, without_descriptors_an_end_is_seen_within_a_second);
	tcase_add_loop_test(
		t, a_quarter_of_the_descriptors_that_are_left_is_used, 0, 6);
	tcase_add_test(t, all_of_many_are_looked_at_in_turn);
	suite_add_tcase(s, t);
	return run_suite_apart(s);
}
