/* SPDX-License-Identifier: BSD-3-Clause */
/* test_admit.c - who is accepted at a closed port is heard, whenever he calls.
 *
 * The endpoint's sockets are real ones.  The test is libfabric: when it is
 * read, it accepts whoever calls, and answers him when it is read again.  So
 * somebody can call just before it accepts, behind this node's look for
 * callers.  Time goes by while the node sleeps, and when the test says so.
 */
#include "fabric/ofi_ep.h"
#include "fabric/sieve.h"
#include "tests/suite.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define NODE	    4711
#define PATIENCE_MS 30000
/* Longer than who was taken unseen waits; see ofi_sieve.c. */
#define LONG_MS	    50
/* Less often a node that does nothing wakes up before it sleeps for good. */
#define SLEEPS_MOST 10

static struct ofi *o;
static struct sockaddr_in at;
static struct {
	bool calls; /* somebody does before it accepts */
	bool answers;
	int caller, accepted; /* -1: none */
	int64_t ms;
	bool sleeps_for_good;
} now;

int __real_poll(struct pollfd *fds, nfds_t n, int timeout_ms);
int __wrap_poll(struct pollfd *fds, nfds_t n, int timeout_ms);
int __wrap_clock_gettime(clockid_t clock, struct timespec *t);

int
__wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
	(void)clock;
	t->tv_sec = now.ms / 1000;
	t->tv_nsec = now.ms % 1000 * 1000000;
	return 0;
}

/* A node that sleeps has several to listen to. */
int
__wrap_poll(struct pollfd *fds, nfds_t n, int timeout_ms)
{
	if (n == 1)
		return __real_poll(fds, n, timeout_ms);
	now.sleeps_for_good = timeout_ms < 0;
	now.ms += timeout_ms < 0 ? 0 : timeout_ms;
	return 0;
}

static void
say_request(int fd)
{
	uint8_t request[OCR_SIEVE_REQUEST_BYTES] = {
		[0] = 3, [3] = 8, [34] = NODE >> 8, [35] = NODE & 0xff};

	ck_assert_int_eq(send(fd, request, sizeof(request), 0),
			 sizeof(request));
}

static bool
can_be_read(int fd, int patience_ms)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};

	return poll(&p, 1, patience_ms) == 1;
}

static void
call(void)
{
	now.caller = socket(AF_INET, SOCK_STREAM, 0);
	ck_assert_int_eq(
		connect(now.caller, (struct sockaddr *)&at, sizeof(at)), 0);
	say_request(now.caller);
	ck_assert(can_be_read(o->sieve.listener, PATIENCE_MS));
}

/* What one poll of libfabric does. */
static ssize_t
cq_read(struct fid_cq *cq, void *buf, size_t count)
{
	(void)cq, (void)buf, (void)count;
	if (now.accepted >= 0 && now.answers) {
		ck_assert_int_eq(send(now.accepted, "answer", 6, 0), 6);
		now.answers = false;
	}
	if (now.calls)
		call();
	now.calls = false;
	if (can_be_read(o->sieve.listener, 0))
		now.accepted = accept(o->sieve.listener, NULL, NULL);
	return -FI_EAGAIN;
}

static int
trywait(struct fid_fabric *fabric, struct fid **fids, int count)
{
	(void)fabric, (void)fids, (void)count;
	return FI_SUCCESS;
}

static struct fi_ops_cq cq_ops = {.size = sizeof(cq_ops), .read = cq_read};
static struct fid_cq cq = {.ops = &cq_ops};
static struct fi_ops_fabric fabric_ops = {.size = sizeof(fabric_ops),
					  .trywait = trywait};
static struct fid_fabric fabric = {.ops = &fabric_ops};

static void
close_port(void)
{
	struct sockaddr_in caller = at;

	caller.sin_port = htons(NODE);
	ck_assert_int_eq(ocr_sieve_close(o->sieve.listener, &caller, 1), 0);
	o->sieve.is_closed = true;
}

static void
setup(void)
{
	socklen_t n = sizeof(at);

	memset(&now, 0, sizeof(now));
	now.caller = now.accepted = -1;
	now.ms = 1000000;
	o = calloc(1, sizeof(*o) + 2 * sizeof(o->peers[0]));
	o->card = calloc(1, sizeof(*o->card));
	o->cq = &cq;
	o->bell = &cq;
	o->fabric = &fabric;
	o->size = 2;
	o->interrupt_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	o->cq_fd = eventfd(0, EFD_CLOEXEC);
	o->t.others[0].fd = o->t.others[1].fd = -1;
	o->spare.kept_fd = -1;
	ocr_lock_init(&o->lock);
	at = (struct sockaddr_in){.sin_family = AF_INET};
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	o->sieve.listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	ck_assert_int_eq(bind(o->sieve.listener, (struct sockaddr *)&at, n), 0);
	ck_assert_int_eq(listen(o->sieve.listener, 8), 0);
	ck_assert_int_eq(
		getsockname(o->sieve.listener, (struct sockaddr *)&at, &n), 0);
	memcpy(o->card->addr, &at, sizeof(at));
	o->card->addr_bytes = sizeof(at);
	close_port();
}

static void
teardown(void)
{
	close(now.caller);
	close(now.accepted);
	close(o->sieve.listener);
	close(o->cq_fd);
	close(o->interrupt_fd);
	free(o->card);
	free(o);
}

/* A node that has nothing to do. */
static void
fall_asleep(void)
{
	int n = 0;

	do {
		ocr_ofi_wait(&o->t, -1);
		if (!now.sleeps_for_good)
			ocr_ofi_poll(&o->t);
	} while (!now.sleeps_for_good && ++n < SLEEPS_MOST);
	ck_assert(now.sleeps_for_good);
}

/* To ask is to take it away. */
static bool
is_filtered(void)
{
	return ocr_sieve_lift(now.accepted);
}

/* What the one who has called hears; 0: it was the end. */
static ssize_t
heard(void)
{
	char buf[16];

	ck_assert(can_be_read(now.caller, PATIENCE_MS));
	return recv(now.caller, buf, sizeof(buf), 0);
}

START_TEST(who_calls_in_time_is_heard_at_once)
{
	call();
	now.answers = true;
	ocr_ofi_poll(&o->t);
	ck_assert_int_ge(now.accepted, 0);
	ck_assert(!is_filtered());
	fall_asleep();
	ck_assert_int_eq(heard(), 6);
	now.ms += LONG_MS;
	ocr_ofi_poll(&o->t);
	ck_assert(!can_be_read(now.caller, 0)); /* no end */
}
END_TEST

START_TEST(who_was_not_seen_is_heard_before_a_long_sleep)
{
	fall_asleep();
	now.calls = true;
	ocr_ofi_poll(&o->t);
	ck_assert_int_ge(now.accepted, 0);
	fall_asleep();
	ck_assert(!is_filtered());
}
END_TEST

START_TEST(so_is_who_called_during_the_last_look_before_it)
{
	ocr_ofi_poll(&o->t);
	now.calls = true;
	ocr_ofi_wait(&o->t, -1);
	ck_assert_int_ge(now.accepted, 0);
	ck_assert(!now.sleeps_for_good || !is_filtered());
	fall_asleep();
	ck_assert(!is_filtered());
}
END_TEST

/* What is said meanwhile is dropped, so a node that never sleeps looks, too. */
START_TEST(so_is_who_calls_while_it_polls)
{
	ocr_ofi_poll(&o->t);
	now.calls = true;
	ocr_ofi_poll(&o->t);
	ck_assert_int_ge(now.accepted, 0);
	now.ms += LONG_MS;
	ocr_ofi_poll(&o->t);
	ck_assert(!is_filtered());
}
END_TEST

/* What he has said to that was dropped, and perhaps that he has hung up. */
START_TEST(who_was_answered_meanwhile_is_to_call_again)
{
	ocr_ofi_poll(&o->t);
	now.calls = true;
	now.answers = true;
	ocr_ofi_poll(&o->t);
	ocr_ofi_poll(&o->t);
	ck_assert_int_eq(heard(), 6);
	fall_asleep();
	ck_assert_int_eq(heard(), 0);
}
END_TEST

START_TEST(nobody_is_looked_for_at_an_open_port)
{
	o->sieve.is_closed = false;
	now.calls = true;
	ocr_ofi_poll(&o->t);
	now.ms += LONG_MS;
	ocr_ofi_poll(&o->t);
	ocr_ofi_wait(&o->t, -1);
	ck_assert(now.sleeps_for_good);
	ck_assert(is_filtered());
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("admit");
	TCase *t = tcase_create("admit");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, who_calls_in_time_is_heard_at_once);
	tcase_add_test(t, who_was_not_seen_is_heard_before_a_long_sleep);
	tcase_add_test(t, so_is_who_called_during_the_last_look_before_it);
	tcase_add_test(t, so_is_who_calls_while_it_polls);
	tcase_add_test(t, who_was_answered_meanwhile_is_to_call_again);
	tcase_add_test(t, nobody_is_looked_for_at_an_open_port);
	suite_add_tcase(s, t);
	return run_suite(s);
}
