/* SPDX-License-Identifier: BSD-3-Clause */
/* test_knock.c - ports of this host, which somebody has, or nobody. */
#include "fabric/knock.h"
#include "tests/suite.h"

#include <check.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static struct sockaddr_in at;
static int listener;
static unsigned count; /* under way */

/* As a node's: the system waits for the first bytes. */
static void
setup(void)
{
	socklen_t n = sizeof(at);
	int seconds = 3600;

	at = (struct sockaddr_in){.sin_family = AF_INET};
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	listener = socket(AF_INET, SOCK_STREAM, 0);
	ck_assert_int_ge(listener, 0);
	ck_assert_int_eq(bind(listener, (struct sockaddr *)&at, n), 0);
	ck_assert_int_eq(listen(listener, 8), 0);
	setsockopt(listener, IPPROTO_TCP, TCP_DEFER_ACCEPT, &seconds,
		   sizeof(seconds));
	ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&at, &n), 0);
}

static void
teardown(void)
{
	if (listener >= 0)
		close(listener);
}

/* Until there is an answer. */
static enum ocr_knock_answer
knock(void)
{
	struct ocr_knock k = {.fd = -1};
	enum ocr_knock_answer a;

	do {
		a = ocr_knock(&k, &count, (const struct sockaddr *)&at,
			      sizeof(at), 0);
		ck_assert_int_eq(k.fd >= 0, a == OCR_KNOCK_WAITS);
		ck_assert_uint_eq(count, k.fd >= 0);
	} while (a == OCR_KNOCK_WAITS);
	return a;
}

static bool
somebody_calls(void)
{
	struct pollfd p = {.fd = listener, .events = POLLIN};

	return poll(&p, 1, 0) == 1;
}

START_TEST(who_listens_is_there_and_does_not_hear_it)
{
	for (int i = 0; i < 100; i++) {
		ck_assert_int_eq(knock(), OCR_KNOCK_OTHER);
		ck_assert(!somebody_calls());
	}
}
END_TEST

/* The queue is full of those who have said something. */
static void
fill_queue(int *fds)
{
	ck_assert_int_eq(listen(listener, 0), 0);
	for (int i = 0; i < 16; i++) {
		fds[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		(void)!connect(fds[i], (struct sockaddr *)&at, sizeof(at));
		(void)!send(fds[i], "x", 1, MSG_NOSIGNAL);
	}
}

START_TEST(a_full_queue_refuses_nobody)
{
	struct ocr_knock k = {.fd = -1};
	int fds[16];

	fill_queue(fds);
	for (int i = 0; i < 100; i++)
		ck_assert_int_ne(ocr_knock(&k, &count, (struct sockaddr *)&at,
					   sizeof(at), 0),
				 OCR_KNOCK_REFUSED);
	ocr_knock_end(&k, &count);
	for (int i = 0; i < 16; i++)
		close(fds[i]);
}
END_TEST

/* Nobody answers any of them. */
START_TEST(few_are_under_way_and_none_for_ever)
{
	struct ocr_knock ks[3 * OCR_KNOCKS];
	int fds[16];

	fill_queue(fds);
	for (int i = 0; i < 3 * OCR_KNOCKS; i++) {
		ks[i].fd = -1;
		ck_assert_int_eq(ocr_knock(&ks[i], &count,
					   (struct sockaddr *)&at, sizeof(at),
					   1),
				 OCR_KNOCK_WAITS);
	}
	ck_assert_uint_eq(count, OCR_KNOCKS);
	ck_assert_int_eq(ks[OCR_KNOCKS].fd, -1);

	/* The first ones make room for others. */
	for (int i = 0; i < OCR_KNOCKS; i++)
		ck_assert_int_eq(ocr_knock(&ks[i], &count,
					   (struct sockaddr *)&at, sizeof(at),
					   1 + OCR_KNOCK_MS),
				 OCR_KNOCK_OTHER);
	ck_assert_uint_eq(count, 0);
	for (int i = 0; i < 16; i++)
		close(fds[i]);
}
END_TEST

START_TEST(a_port_that_was_closed_refuses)
{
	ck_assert_int_eq(knock(), OCR_KNOCK_OTHER);
	close(listener);
	listener = -1;
	ck_assert_int_eq(knock(), OCR_KNOCK_REFUSED);
	ck_assert_int_eq(knock(), OCR_KNOCK_REFUSED);
}
END_TEST

START_TEST(what_cannot_be_asked_refuses_nothing)
{
	at.sin_family = AF_UNIX;
	ck_assert_int_eq(knock(), OCR_KNOCK_OTHER);
	/* No way leads there. */
	at = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = 1};
	at.sin_addr.s_addr = htonl(INADDR_BROADCAST);
	ck_assert_int_eq(knock(), OCR_KNOCK_OTHER);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("knock");
	TCase *tc = tcase_create("knock");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, who_listens_is_there_and_does_not_hear_it);
	tcase_add_test(tc, a_full_queue_refuses_nobody);
	tcase_add_test(tc, few_are_under_way_and_none_for_ever);
	tcase_add_test(tc, a_port_that_was_closed_refuses);
	tcase_add_test(tc, what_cannot_be_asked_refuses_nothing);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
