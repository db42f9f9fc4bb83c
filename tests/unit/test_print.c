/* SPDX-License-Identifier: BSD-3-Clause */
/* test_print.c - what PRINTF writes, byte by byte.  The descriptor is a
 * datagram socket, so that each write(2) is received on its own. */
#include "ocr.h"
#include "tests/suite.h"

#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int in;
static int caught, saved;

/* Whatever is written to `fd` can be received from `in`. */
static void
capture(int fd, int type)
{
	int pair[2];

	fflush(stdout);
	ck_assert_int_eq(socketpair(AF_UNIX, type, 0, pair), 0);
	caught = fd;
	saved = dup(fd);
	ck_assert_int_ge(saved, 0);
	ck_assert_int_ge(dup2(pair[1], fd), 0);
	close(pair[1]);
	in = pair[0];
}

static void
release(void)
{
	fflush(stdout);
	dup2(saved, caught);
	close(saved);
	close(in);
}

/* What the oldest write wrote; "" when there was none. */
static const char *
next_write(void)
{
	static char buf[16384];
	ssize_t n = recv(in, buf, sizeof(buf) - 1, MSG_DONTWAIT);

	buf[n > 0 ? n : 0] = '\0';
	return buf;
}

/* The same arguments through PRINTF and through snprintf. */
#define SAME(...)                                                              \
	do {                                                                   \
		char want_[256];                                               \
		int len_ = snprintf(want_, sizeof(want_), __VA_ARGS__);        \
		u32 got_ = PRINTF(__VA_ARGS__);                                \
                                                                               \
		ck_assert_uint_eq(got_, (u32)len_);                            \
		ck_assert_str_eq(next_write(), want_);                         \
	} while (0)

START_TEST(the_formats_of_the_specification_are_those_of_printf)
{
	static int here;

	capture(STDOUT_FILENO, SOCK_DGRAM);
	SAME("%s and %s\n", "this", "that");
	SAME("%d %u %x %X %#x\n", -3, 4000000000u, 0xbeefu, 0xbeefu, 0x1fu);
	SAME("%ld %lu %lx %lX %#lx\n", -3L, ~0UL, 0xdeadbeefcafeUL, 0xaUL, 1UL);
	SAME("%lld %llu %llx %llX %#llx\n", -3LL, ~0ULL, 0xdeadbeefcafeULL,
	     0xaULL, 1ULL);
	SAME("%p\n", (void *)&here);
	SAME("%f %e %E %.3f %.1e %.9E\n", 1.5, 1.5, -2e300, 2. / 3, 1e-7, 1.);
	SAME("%" PRId32 " %" PRIu64 " 100%%\n", (s32)-1, (u64)1);
	release();
}
END_TEST

START_TEST(a_long_text_is_one_write_as_well)
{
	const char *got;
	char *text = malloc(9001);
	u32 n;

	ck_assert_ptr_nonnull(text);
	memset(text, 'x', 9000);
	text[9000] = '\0';
	capture(STDOUT_FILENO, SOCK_DGRAM);
	n = PRINTF("<%s>", text);
	got = next_write();

	ck_assert_uint_eq(n, 9002);
	ck_assert_uint_eq(strlen(got), 9002);
	ck_assert_int_eq(got[0], '<');
	ck_assert_int_eq(got[9001], '>');
	ck_assert_str_eq(next_write(), "");
	release();
	free(text);
}
END_TEST

START_TEST(texts_at_the_edge_of_the_buffer_are_whole)
{
	char text[1100];

	memset(text, 'y', sizeof(text));
	text[_i] = '\0';
	capture(STDOUT_FILENO, SOCK_DGRAM);

	ck_assert_uint_eq(PRINTF("%s", text), _i);
	ck_assert_str_eq(next_write(), text);
	release();
}
END_TEST

START_TEST(what_printf_holds_back_comes_first)
{
	capture(STDOUT_FILENO, SOCK_DGRAM);
	printf("first ");
	PRINTF("second\n");

	ck_assert_str_eq(next_write(), "first ");
	ck_assert_str_eq(next_write(), "second\n");
	release();
}
END_TEST

static void *
drain(void *arg)
{
	size_t *sum = arg;
	char buf[4096];
	ssize_t n;

	while ((n = read(in, buf, sizeof(buf))) > 0)
		*sum += (size_t)n;
	return NULL;
}

START_TEST(a_full_pipe_that_does_not_block_loses_nothing)
{
	size_t len = 4 << 20, sum = 0;
	char *text = malloc(len + 1);
	pthread_t reader;
	u32 n;

	ck_assert_ptr_nonnull(text);
	memset(text, 'z', len);
	text[len] = '\0';
	capture(STDOUT_FILENO, SOCK_STREAM);
	ck_assert_int_eq(fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK), 0);
	ck_assert_int_eq(pthread_create(&reader, NULL, drain, &sum), 0);
	n = PRINTF("%s", text);
	/* The last writer is gone: the reader sees the end. */
	dup2(saved, STDOUT_FILENO);
	pthread_join(reader, NULL);

	ck_assert_uint_eq(n, len);
	ck_assert_uint_eq(sum, len);
	release();
	free(text);
}
END_TEST

START_TEST(nothing_written_is_counted_as_nothing)
{
	u32 n;

	fflush(stdout);
	saved = dup(STDOUT_FILENO);
	close(STDOUT_FILENO);
	n = PRINTF("into the void\n");
	dup2(saved, STDOUT_FILENO);

	ck_assert_uint_eq(n, 0);
}
END_TEST

START_TEST(a_failed_check_says_where_and_why_and_aborts)
{
	const char *got;
	char want[256];
	int status, line;
	pid_t child;

	capture(STDERR_FILENO, SOCK_DGRAM);
	child = fork();
	line = __LINE__ + 8;
	if (child == 0) {
		struct rlimit none = {0, 0};

		setrlimit(RLIMIT_CORE, &none);
		signal(SIGABRT, SIG_DFL);
		VERIFY(1, "true is %d", 0);
		ASSERT(child == 0);
		VERIFY(child, "%d tiles", 3);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	snprintf(want, sizeof(want), "%s:%d: 3 tiles\n", __FILE__, line);
	got = next_write();

	ck_assert_str_eq(got, want);
	ck_assert(WIFSIGNALED(status));
	ck_assert_int_eq(WTERMSIG(status), SIGABRT);
	release();
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("print");
	TCase *tc = tcase_create("print");

	tcase_add_test(tc,
		       the_formats_of_the_specification_are_those_of_printf);
	tcase_add_test(tc, a_long_text_is_one_write_as_well);
	tcase_add_loop_test(tc, texts_at_the_edge_of_the_buffer_are_whole, 1020,
			    1028);
	tcase_add_test(tc, what_printf_holds_back_comes_first);
	tcase_add_test(tc, a_full_pipe_that_does_not_block_loses_nothing);
	tcase_add_test(tc, nothing_written_is_counted_as_nothing);
	tcase_add_test(tc, a_failed_check_says_where_and_why_and_aborts);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
