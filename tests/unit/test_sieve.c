/* SPDX-License-Identifier: BSD-3-Clause */
/* test_sieve.c - whom the kernel lets in, with real sockets of this host.
 *
 * Who calls later is heard later, so that nobody was let in is known as soon as
 * somebody was who has called after him. */
#include "fabric/sieve.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* So long for what comes. */
#define PATIENCE_MS 30000
/* What a node says of itself. */
#define NODE	    4711
#define PORTS	    2000

static int listener;
static struct sockaddr_in at;

static void
setup(void)
{
	socklen_t n = sizeof(at);

	at = (struct sockaddr_in){.sin_family = AF_INET};
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	ck_assert_int_eq(bind(listener, (struct sockaddr *)&at, n), 0);
	ck_assert_int_eq(listen(listener, 64), 0);
	ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&at, &n), 0);
}

static void
teardown(void)
{
	close(listener);
}

static struct sockaddr_in
node(const char *host, int port)
{
	struct sockaddr_in a = {.sin_family = AF_INET};

	a.sin_port = htons((uint16_t)port);
	ck_assert_int_eq(inet_pton(AF_INET, host, &a.sin_addr), 1);
	return a;
}

static void
close_to_all_but(struct sockaddr_in *callers, size_t n)
{
	ck_assert_int_eq(ocr_sieve_close(listener, callers, n), 0);
}

/* From a host of 127.0.0.0/8. */
static int
call_from(const char *host)
{
	struct sockaddr_in from = node(host, 0);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	ck_assert_int_eq(bind(fd, (struct sockaddr *)&from, sizeof(from)), 0);
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	return fd;
}

/* As libfabric's net begins, with that port. */
static void
fill(uint8_t *request, int port)
{
	memset(request, 0, OCR_SIEVE_REQUEST_BYTES);
	request[0] = 3;
	request[3] = 8;
	request[24] = 1;
	request[34] = (uint8_t)(port >> 8);
	request[35] = (uint8_t)port;
}

static int
ask(const char *host, int port)
{
	uint8_t request[OCR_SIEVE_REQUEST_BYTES];
	int fd = call_from(host);

	fill(request, port);
	ck_assert_int_eq(send(fd, request, sizeof(request), 0),
			 sizeof(request));
	return fd;
}

static bool
can_be_read(int fd, int patience_ms)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};

	return poll(&p, 1, patience_ms) == 1;
}

/* Is the next one who is let in this one? */
static int
let_in(int caller)
{
	struct sockaddr_in own, theirs;
	socklen_t n = sizeof(own), m = sizeof(theirs);
	int fd;

	ck_assert(can_be_read(listener, PATIENCE_MS));
	fd = accept(listener, (struct sockaddr *)&theirs, &m);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(getsockname(caller, (struct sockaddr *)&own, &n), 0);
	ck_assert_int_eq(theirs.sin_port, own.sin_port);
	return fd;
}

static void
nobody_else(void)
{
	ck_assert(!can_be_read(listener, 0));
}

START_TEST(a_node_of_that_host_and_port_is_let_in)
{
	struct sockaddr_in callers[] = {node("127.0.0.1", NODE)};
	int fd, there;

	close_to_all_but(callers, 1);
	fd = ask("127.0.0.1", NODE);

	there = let_in(fd);
	nobody_else();
	close(there);
	close(fd);
}
END_TEST

START_TEST(who_names_another_port_or_calls_from_another_host_is_not)
{
	struct sockaddr_in callers[] = {node("127.0.0.2", 1),
					node("127.0.0.1", NODE),
					node("127.0.0.2", 2)};
	int wrong[] = {ask("127.0.0.1", 1), ask("127.0.0.1", NODE + 1),
		       ask("127.0.0.2", NODE), ask("127.0.0.3", NODE),
		       ask("127.0.0.3", 1)};
	int right[] = {-1, -1, -1}, there[3];

	/* They wait to be accepted. */
	close_to_all_but(callers, 3);
	nobody_else();
	for (int i = 0; i < 5; i++)
		close(wrong[i]);
	wrong[0] = ask("127.0.0.1", 1);
	wrong[1] = ask("127.0.0.1", NODE + 1);
	wrong[2] = ask("127.0.0.2", NODE);
	wrong[3] = ask("127.0.0.3", NODE);
	wrong[4] = ask("127.0.0.3", 1);
	right[0] = ask("127.0.0.2", 2);
	right[1] = ask("127.0.0.1", NODE);
	right[2] = ask("127.0.0.2", 1);

	for (int i = 0; i < 3; i++)
		there[i] = let_in(right[i]);
	nobody_else();
	for (int i = 0; i < 3; i++) {
		close(there[i]);
		close(right[i]);
	}
	for (int i = 0; i < 5; i++)
		close(wrong[i]);
}
END_TEST

START_TEST(what_is_no_whole_request_of_a_node_is_not_heard)
{
	struct sockaddr_in callers[] = {node("127.0.0.1", NODE)};
	uint8_t request[2 * OCR_SIEVE_REQUEST_BYTES];
	int fds[6], right, there;

	close_to_all_but(callers, 1);
	for (int i = 0; i < 6; i++)
		fds[i] = call_from("127.0.0.1");
	fill(request, NODE);
	fill(request + OCR_SIEVE_REQUEST_BYTES, NODE);
	/* Nothing; the end; a byte; all but one; more; another begin. */
	ck_assert_int_eq(shutdown(fds[1], SHUT_WR), 0);
	ck_assert_int_eq(send(fds[2], request, 1, 0), 1);
	ck_assert_int_eq(send(fds[3], request, 39, 0), 39);
	ck_assert_int_eq(send(fds[4], request, sizeof(request), 0),
			 sizeof(request));
	request[1] = 1;
	ck_assert_int_eq(send(fds[5], request, 40, 0), 40);
	right = ask("127.0.0.1", NODE);

	there = let_in(right);
	nobody_else();
	close(there);
	close(right);
	for (int i = 0; i < 6; i++)
		close(fds[i]);
}
END_TEST

START_TEST(who_was_let_in_says_more_once_the_filter_is_lifted)
{
	struct sockaddr_in callers[] = {node("127.0.0.1", NODE)};
	uint8_t request[OCR_SIEVE_REQUEST_BYTES];
	int fd, there;

	close_to_all_but(callers, 1);
	fd = ask("127.0.0.1", NODE);
	there = let_in(fd);
	ck_assert_int_eq(recv(there, request, sizeof(request), 0),
			 sizeof(request));
	ck_assert_int_eq(send(fd, "a", 1, 0), 1);
	ck_assert(!can_be_read(there, 0));

	/* It comes again. */
	ocr_sieve_lift(there);
	ck_assert(can_be_read(there, PATIENCE_MS));
	ck_assert_int_eq(recv(there, request, sizeof(request), 0), 1);
	ck_assert_int_eq(request[0], 'a');
	/* Nothing to lift. */
	ocr_sieve_lift(there);
	close(there);
	close(fd);
}
END_TEST

START_TEST(those_who_are_connected_already_stay_so)
{
	int fd = ask("127.0.0.9", 1), there = let_in(fd);
	uint8_t bytes[OCR_SIEVE_REQUEST_BYTES + 1];

	close_to_all_but(NULL, 0);
	ck_assert_int_eq(send(fd, "a", 1, 0), 1);

	for (size_t n = 0; n < sizeof(bytes);) {
		ssize_t rc;

		ck_assert(can_be_read(there, PATIENCE_MS));
		rc = recv(there, bytes + n, sizeof(bytes) - n, 0);
		ck_assert_int_gt(rc, 0);
		n += (size_t)rc;
	}
	close(there);
	close(fd);
}
END_TEST

START_TEST(many_can_be_named_and_too_many_are_refused)
{
	struct sockaddr_in *callers = calloc(2 * PORTS, sizeof(*callers));
	int fd, there;

	for (int i = 0; i < 2 * PORTS; i++)
		callers[i] = node(i % 2 ? "127.0.0.1" : "127.0.0.2", 1000 + i);
	ck_assert_int_eq(ocr_sieve_close(listener, callers, 2 * PORTS), -E2BIG);
	close_to_all_but(callers, PORTS);
	fd = ask(callers[PORTS - 1].sin_addr.s_addr == htonl(INADDR_LOOPBACK)
			 ? "127.0.0.1"
			 : "127.0.0.2",
		 ntohs(callers[PORTS - 1].sin_port));

	there = let_in(fd);
	close(there);
	close(fd);
	free(callers);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("sieve");
	TCase *t = tcase_create("sieve");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_set_timeout(t, 60);
	tcase_add_test(t, a_node_of_that_host_and_port_is_let_in);
	tcase_add_test(
		t, who_names_another_port_or_calls_from_another_host_is_not);
	tcase_add_test(t, what_is_no_whole_request_of_a_node_is_not_heard);
	tcase_add_test(t, who_was_let_in_says_more_once_the_filter_is_lifted);
	tcase_add_test(t, those_who_are_connected_already_stay_so);
	tcase_add_test(t, many_can_be_named_and_too_many_are_refused);
	suite_add_tcase(s, t);
	r = srunner_create(s);
	srunner_run_all(r, CK_ENV);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
