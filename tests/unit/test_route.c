/* SPDX-License-Identifier: BSD-3-Clause */
/* test_route.c - packets to nodes whose cards come late. */
#include "fabric/route.h"

#include "fabric/card.h"
#include "fabric/job.h"
#include "fabric/ofi.h"
#include "fabric/route_way.h"
#include "fabric/transport.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __wrap_ocr_ofi_open(struct ocr_transport **t,
			const struct ocr_ofi_config *c);
const char *__wrap_ocr_ofi_describe(const struct ocr_transport *t);
uint32_t __wrap_ocr_job_size(const struct ocr_job *j);
int __wrap_ocr_job_fetch(struct ocr_job *j, ocr_node_t peer, uint32_t seconds,
			 void (*done)(void *arg, enum ocr_fetched what,
				      const void *card, size_t len_bytes),
			 void *arg);
int __wrap_ocr_job_publish(struct ocr_job *j, const void *card,
			   size_t len_bytes);

/* Two nodes; the test is node 0, node 1 has the same card. */
static struct ocr_card card;
static struct ocr_job *job;
static struct ocr_transport *route;

/* What was asked of PMIx. */
static void (*fetched)(void *arg, enum ocr_fetched what, const void *card,
		       size_t len_bytes);
static void *fetched_arg;
static int n_fetches;

/* libfabric, as far as route.c sees it. */
static struct {
	struct ocr_transport t; /* first */
	struct ocr_ofi_config c;
	struct ocr_transport_up up;
	void (*in_poll)(void);
	bool interrupted;
	int n_slept, n_met, n_sent, n_polled;
} net;

/* Shared memory, from which so much is heard in each poll. */
static struct {
	struct ocr_transport t; /* first */
	int heard;
} host;

uint32_t
__wrap_ocr_job_size(const struct ocr_job *j)
{
	(void)j;
	return 2;
}

int
__wrap_ocr_job_fetch(struct ocr_job *j, ocr_node_t peer, uint32_t seconds,
		     void (*done)(void *arg, enum ocr_fetched what,
				  const void *card, size_t len_bytes),
		     void *arg)
{
	(void)j, (void)seconds;
	ck_assert_uint_eq(peer, 1);
	fetched = done;
	fetched_arg = arg;
	n_fetches++;
	return 0;
}

int
__wrap_ocr_job_publish(struct ocr_job *j, const void *bytes, size_t len_bytes)
{
	(void)j;
	return ocr_card_read(&card, bytes, len_bytes) == NULL ? 0 : -EPROTO;
}

const char *
__wrap_ocr_ofi_describe(const struct ocr_transport *t)
{
	(void)t;
	return "nothing";
}

static void
net_attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	(void)t;
	net.up = *up;
}

static int
net_send(struct ocr_transport *t, struct ocr_packet *p)
{
	(void)t;
	ck_assert_uint_eq(p->to, 1);
	net.n_sent++;
	return 0;
}

static int
net_poll(struct ocr_transport *t)
{
	(void)t;
	net.n_polled++;
	if (net.in_poll != NULL)
		net.in_poll();
	net.in_poll = NULL;
	return 0;
}

/* As ofi.c does: an interrupt ends one sleep, or the next. */
static void
net_wait(struct ocr_transport *t, int timeout_ms)
{
	(void)t;
	(void)timeout_ms;
	net.n_slept += !net.interrupted;
	net.interrupted = false;
}

static void
net_interrupt(struct ocr_transport *t)
{
	(void)t;
	net.interrupted = true;
}

static const char *
net_meet(struct ocr_transport *t, ocr_node_t node, const struct ocr_card *c)
{
	(void)t;
	(void)c;
	ck_assert_uint_eq(node, 1);
	net.n_met++;
	return NULL;
}

static void
net_fail(struct ocr_transport *t, ocr_node_t node, const char *why)
{
	(void)t;
	net.up.failed(net.up.ctx, node, why);
}

static void
net_close(struct ocr_transport *t)
{
	(void)t;
}

static int
host_poll(struct ocr_transport *t)
{
	(void)t;
	return host.heard;
}

int
__wrap_ocr_ofi_open(struct ocr_transport **t, const struct ocr_ofi_config *c)
{
	static const struct ocr_transport_ops ops = {
		.name = "net",
		.attach = net_attach,
		.send = net_send,
		.poll = net_poll,
		.wait = net_wait,
		.interrupt = net_interrupt,
		.close = net_close,
		.meet = net_meet,
		.fail = net_fail,
	};

	net.t = (struct ocr_transport){.ops = &ops,
				       .others = {{.fd = -1}, {.fd = -1}}};
	net.c = *c;
	snprintf(c->card->provider, sizeof(c->card->provider), "nothing");
	c->card->addr_bytes = 1;
	*t = &net.t;
	return 0;
}

static void
failed(void *ctx, ocr_node_t peer, const char *why)
{
	(void)ctx;
	ck_abort_msg("node %u: %s", peer, why);
}

static void
setup(void)
{
	struct ocr_transport_up up = {.failed = failed};
	struct ocr_transport_config c = {.provider = "nothing"};

	unsetenv("PMIX_NAMESPACE");
	memset(&net, 0, sizeof(net));
	n_fetches = 0;
	ck_assert_int_eq(ocr_job_open(&job), 0);
	c.job = job;
	ck_assert_int_eq(ocr_transport_open(&route, &c), 0);
	route->ops->attach(route, &up);
}

static void
teardown(void)
{
	route->ops->close(route);
	ocr_job_close(job);
}

static void
a_packet_of_node_1_comes(void)
{
	net.c.called(net.c.ctx, 1);
}

static void
the_card_comes(void)
{
	fetched(fetched_arg, OCR_FETCHED, &card, ocr_card_bytes(&card));
}

static void
poll_with(void (*what)(void))
{
	net.in_poll = what;
	route->ops->poll(route);
}

START_TEST(the_first_packet_asks_for_the_card_and_waits_for_it)
{
	/* Sessions write before what they are given, and read it. */
	_Alignas(8) static uint8_t room[256];
	struct ocr_packet p = {
		.to = 1, .len_bytes = 8, .data = room + sizeof(room) / 2};

	ck_assert_int_eq(route->ops->send(route, &p), -EAGAIN);
	ck_assert_int_eq(route->ops->send(route, &p), -EAGAIN);
	the_card_comes();
	ck_assert_int_eq(route->ops->send(route, &p), -EAGAIN);
	poll_with(NULL);

	ck_assert_int_eq(route->ops->send(route, &p), 0);
	ck_assert_int_eq(n_fetches, 1);
	ck_assert_int_eq(net.n_met, 1);
	ck_assert_int_eq(net.n_sent, 1);
}
END_TEST

START_TEST(who_sleeps_is_woken_by_a_card)
{
	poll_with(a_packet_of_node_1_comes);
	the_card_comes();

	route->ops->wait(route, -1);

	ck_assert_int_eq(net.n_slept, 0);
}
END_TEST

/* The poll of one thread is past the cards when this one comes.  Another is
 * woken, cannot poll, and sleeps again: doc/change/FABRIC.md, 1. */
START_TEST(nobody_sleeps_on_a_card_though_its_wake_is_spent)
{
	poll_with(a_packet_of_node_1_comes);
	poll_with(the_card_comes);
	route->ops->wait(route, -1);

	route->ops->wait(route, -1);

	ck_assert_int_eq(net.n_slept, 0);
	ck_assert_int_eq(net.n_met, 0);
	poll_with(NULL);
	ck_assert_int_eq(net.n_met, 1);
}
END_TEST

START_TEST(a_card_that_was_read_keeps_nobody_awake)
{
	poll_with(a_packet_of_node_1_comes);
	poll_with(the_card_comes);
	poll_with(NULL);
	route->ops->wait(route, -1);
	net.n_slept = 0;

	route->ops->wait(route, -1);

	ck_assert_int_eq(net.n_slept, 1);
}
END_TEST

/* While neighbours send, too; and at once when they do not. */
START_TEST(the_network_is_looked_at_each_fourth_time_at_least)
{
	static const struct ocr_transport_ops ops = {.name = "host",
						     .poll = host_poll};

	host.t.ops = &ops;
	ocr_route_of(route)->host = &host.t;
	poll_with(a_packet_of_node_1_comes);
	the_card_comes();
	net.n_polled = 0;
	host.heard = 1;
	for (int i = 1; i <= 40; i++) {
		ck_assert_int_ge(route->ops->poll(route), host.heard);
		ck_assert_int_ge(net.n_polled, i / 4);
	}
	ck_assert_int_eq(net.n_met, 1);
	net.n_polled = host.heard = 0;
	for (int i = 1; i <= 8; i++) {
		ck_assert_int_eq(route->ops->poll(route), 0);
		ck_assert_int_eq(net.n_polled, i);
	}
	ocr_route_of(route)->host = NULL;
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("route");
	TCase *tc = tcase_create("cards");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_first_packet_asks_for_the_card_and_waits_for_it);
	tcase_add_test(tc, who_sleeps_is_woken_by_a_card);
	tcase_add_test(tc, nobody_sleeps_on_a_card_though_its_wake_is_spent);
	tcase_add_test(tc, a_card_that_was_read_keeps_nobody_awake);
	tcase_add_test(tc, the_network_is_looked_at_each_fourth_time_at_least);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
