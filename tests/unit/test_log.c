/* SPDX-License-Identifier: BSD-3-Clause */
/* test_log.c - what reaches standard error, byte by byte.  Standard error is
 * a datagram socket here, so that each write(2) is received on its own. */
#include "fabric/log.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int in;
static int old_stderr;

static void
catch_stderr(void)
{
	int fd[2];

	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_DGRAM, 0, fd), 0);
	old_stderr = dup(STDERR_FILENO);
	ck_assert_int_ge(old_stderr, 0);
	ck_assert_int_ge(dup2(fd[1], STDERR_FILENO), 0);
	close(fd[1]);
	in = fd[0];
	ocr_log_set_verbose(0);
}

static void
restore_stderr(void)
{
	dup2(old_stderr, STDERR_FILENO);
	close(old_stderr);
	close(in);
}

/* What the oldest write wrote; "" when there was none. */
static const char *
next_write(void)
{
	static char buf[8192];
	ssize_t n = recv(in, buf, sizeof(buf) - 1, MSG_DONTWAIT);

	buf[n > 0 ? n : 0] = '\0';
	return buf;
}

START_TEST(a_message_names_node_and_severity_and_is_one_write)
{
	ocr_log_error(3, "no %s for %d", "memory", 7);
	ocr_log_warn(0, "late");

	ck_assert_str_eq(next_write(), "ocr: node 3: error: no memory for 7\n");
	ck_assert_str_eq(next_write(), "ocr: node 0: warning: late\n");
	ck_assert_str_eq(next_write(), "");
}
END_TEST

START_TEST(before_a_node_has_a_number_none_is_shown)
{
	ocr_log_error(OCR_LOG_NOBODY, "no PMIx");

	ck_assert_str_eq(next_write(), "ocr: error: no PMIx\n");
}
END_TEST

START_TEST(info_is_shown_only_when_verbose)
{
	ocr_log_info(1, "quiet");
	ocr_log_set_verbose(1);
	ocr_log_info(1, "loud");

	ck_assert_str_eq(next_write(), "ocr: node 1: loud\n");
}
END_TEST

START_TEST(a_long_message_is_cut_and_still_a_line)
{
	static char text[5000];
	const char *line;
	size_t len;

	memset(text, 'x', sizeof(text) - 1);
	ocr_log_error(1, "%s", text);
	line = next_write();
	len = strlen(line);

	ck_assert_uint_gt(len, 1000);
	ck_assert_uint_le(len, 2048);
	ck_assert_str_eq(line + len - 5, "x...\n");
}
END_TEST

START_TEST(errno_survives_and_can_be_shown)
{
	errno = ENOENT;
	ocr_log_error(1, "%m");

	ck_assert_int_eq(errno, ENOENT);
	ck_assert_str_eq(next_write(),
			 "ocr: node 1: error: No such file or directory\n");
}
END_TEST

START_TEST(a_bug_is_named_before_the_process_aborts)
{
	pid_t child = fork();
	int status;

	ck_assert_int_ge(child, 0);
	if (!child)
		ocr_bug("impossible: %d", 42);
	ck_assert_int_eq(waitpid(child, &status, 0), child);

	ck_assert(WIFSIGNALED(status));
	ck_assert_int_eq(WTERMSIG(status), SIGABRT);
	ck_assert_str_eq(next_write(), "ocr: bug: impossible: 42\n");
}
END_TEST

START_TEST(a_line_is_told_ten_times_whatever_its_numbers_and_counted_at_the_end)
{
	for (unsigned i = 0; i < 1000; i++)
		ocr_log_warn(2, "task \"f2\" 0:%u.%u took 0x%x at g+0x1c", i,
			     i * i, i * 77);

	for (unsigned i = 0; i < 10; i++)
		ck_assert_str_ne(next_write(), "");
	ck_assert_str_eq(next_write(), "");
	ocr_log_repeats(2);
	ck_assert_str_eq(next_write(),
			 "ocr: node 2: 990 more like this: warning: task "
			 "\"f2\" 0:0.0 took 0x0 at g+0x1c\n");
	ocr_log_repeats(2);
	ck_assert_str_eq(next_write(), "");
}
END_TEST

START_TEST(lines_with_other_names_or_places_are_others)
{
	for (unsigned i = 0; i < 30; i++)
		ocr_log_error(1, "at solve.c:%u: f%u+0x%x", i % 6, i % 3, i);

	for (unsigned i = 0; i < 30; i++)
		ck_assert_str_ne(next_write(), "");
	ocr_log_repeats(1);
	ck_assert_str_eq(next_write(), "");
}
END_TEST

START_TEST(what_was_counted_is_forgotten_and_notes_are_always_told)
{
	for (unsigned i = 0; i < 11; i++)
		ocr_log_error(1, "again");
	ocr_log_repeats(1);
	while (*next_write())
		;

	ocr_log_error(1, "again");
	ck_assert_str_eq(next_write(), "ocr: node 1: error: again\n");
	for (unsigned i = 0; i < 20; i++)
		ocr_log_note(1, "a list");
	for (unsigned i = 0; i < 20; i++)
		ck_assert_str_eq(next_write(), "ocr: node 1: a list\n");
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("log");
	TCase *tc = tcase_create("log");

	tcase_add_checked_fixture(tc, catch_stderr, restore_stderr);
	tcase_add_test(tc, a_message_names_node_and_severity_and_is_one_write);
	tcase_add_test(tc, before_a_node_has_a_number_none_is_shown);
	tcase_add_test(tc, info_is_shown_only_when_verbose);
	tcase_add_test(tc, a_long_message_is_cut_and_still_a_line);
	tcase_add_test(tc, errno_survives_and_can_be_shown);
	tcase_add_test(tc, a_bug_is_named_before_the_process_aborts);
	tcase_add_test(
		tc,
		a_line_is_told_ten_times_whatever_its_numbers_and_counted_at_the_end);
	tcase_add_test(tc, lines_with_other_names_or_places_are_others);
	tcase_add_test(tc,
		       what_was_counted_is_forgotten_and_notes_are_always_told);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
