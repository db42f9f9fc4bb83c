/* SPDX-License-Identifier: BSD-3-Clause */
/* test_route_way.c - a node that is reached by one of two transports, and
 * fails. */
#include "fabric/route_way.h"

#include "fabric/card.h"
#include "fabric/cards.h"
#include "fabric/job.h"
#include "fabric/session.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool __wrap_ocr_job_is_local(const struct ocr_job *j, ocr_node_t peer);
const char *__wrap_ocr_job_host(struct ocr_job *j, ocr_node_t peer);
bool __wrap_ocr_card_shares_pids(const struct ocr_card *ours,
				 const struct ocr_card *theirs);
struct ocr_card *__wrap_ocr_cards_own(struct ocr_cards *c);
int __wrap_ocr_cards_ask(struct ocr_cards *c, ocr_node_t node);
bool __wrap_ocr_watch_begin(struct ocr_watch *w, ocr_node_t node, uint32_t pid);
void __wrap_ocr_watch_end(struct ocr_watch *w, ocr_node_t node);
int __wrap_ocr_watch_how(const struct ocr_watch *w, ocr_node_t node);
void __wrap_ocr_session_watched(struct ocr_transport *t, ocr_node_t node);

#define PEER 1

/* A transport that only is told. */
struct told {
	struct ocr_transport t; /* first */
	const char *refuses;	/* to meet the node */
	int n_met, n_failed;
	int nth; /* the failure was told to this one as the nth */
	char why[128];
};

static struct route *r;
static struct told host, net, ofi;
static struct ocr_card card;
static bool is_local, is_alive;
static int n_told, n_asked, n_watched, n_up_failed;

bool
__wrap_ocr_job_is_local(const struct ocr_job *j, ocr_node_t peer)
{
	(void)j, (void)peer;
	return is_local;
}

const char *
__wrap_ocr_job_host(struct ocr_job *j, ocr_node_t peer)
{
	(void)j, (void)peer;
	return "there";
}

bool
__wrap_ocr_card_shares_pids(const struct ocr_card *ours,
			    const struct ocr_card *theirs)
{
	(void)ours, (void)theirs;
	return true;
}

struct ocr_card *
__wrap_ocr_cards_own(struct ocr_cards *c)
{
	(void)c;
	return &card;
}

int
__wrap_ocr_cards_ask(struct ocr_cards *c, ocr_node_t peer)
{
	(void)c;
	ck_assert_uint_eq(peer, PEER);
	n_asked++;
	return 0;
}

bool
__wrap_ocr_watch_begin(struct ocr_watch *w, ocr_node_t peer, uint32_t pid)
{
	(void)w, (void)peer, (void)pid;
	n_watched++;
	return is_alive;
}

void
__wrap_ocr_watch_end(struct ocr_watch *w, ocr_node_t peer)
{
	(void)w, (void)peer;
	n_watched--;
}

int
__wrap_ocr_watch_how(const struct ocr_watch *w, ocr_node_t peer)
{
	(void)w, (void)peer;
	return 9; /* SIGKILL, as wait() has it */
}

void
__wrap_ocr_session_watched(struct ocr_transport *t, ocr_node_t peer)
{
	ck_assert_ptr_eq(t, &net.t);
	ck_assert_uint_eq(peer, PEER);
}

static const char *
meet(struct ocr_transport *t, ocr_node_t peer, const struct ocr_card *c)
{
	struct told *own = (struct told *)t;

	ck_assert_uint_eq(peer, PEER);
	ck_assert_ptr_eq(c, &card);
	own->n_met++;
	return own->refuses;
}

static void
fail_told(struct ocr_transport *t, ocr_node_t peer, const char *why)
{
	struct told *own = (struct told *)t;

	ck_assert_uint_eq(peer, PEER);
	own->n_failed++;
	own->nth = ++n_told;
	strncpy(own->why, why, sizeof(own->why) - 1);
}

static void
up_failed(void *ctx, ocr_node_t peer, const char *why)
{
	(void)ctx;
	ck_assert_uint_eq(peer, PEER);
	ck_assert(*why);
	n_up_failed++;
}

static void
setup(void)
{
	static const struct ocr_transport_ops ops = {.meet = meet,
						     .fail = fail_told};

	r = calloc(1, sizeof(*r) + 2 * sizeof(r->way[0]));
	ck_assert_ptr_nonnull(r);
	host = net = ofi = (struct told){.t.ops = &ops};
	r->size = 2;
	r->host = &host.t;
	r->net = &net.t;
	r->ofi = &ofi.t;
	r->up.failed = up_failed;
	is_local = is_alive = true;
	n_told = n_asked = n_watched = n_up_failed = 0;
}

static void
teardown(void)
{
	free(r);
}

static void
the_card_comes(void)
{
	ocr_route_meet(r, PEER, &card, NULL);
}

static int
find(struct ocr_transport **by)
{
	*by = NULL;
	return ocr_route_find(r, PEER, by);
}

START_TEST(a_neighbour_that_dies_is_told_to_memory_first_and_once_each)
{
	struct ocr_transport *by;

	ck_assert_int_eq(find(&by), -EAGAIN);
	the_card_comes();
	ck_assert_int_eq(find(&by), 0);
	ck_assert_ptr_eq(by, &host.t);
	ocr_route_on_news(r, PEER, 77, OCR_WATCH_ENDED);

	ck_assert_int_eq(n_asked, 1);
	ck_assert_int_eq(host.n_failed, 1);
	ck_assert_int_eq(net.n_failed, 1);
	ck_assert_int_eq(host.nth, 1);
	ck_assert_ptr_nonnull(strstr(host.why, "its process"));
	ck_assert_str_eq(host.why, net.why);
}
END_TEST

START_TEST(who_cannot_share_memory_is_reached_and_fails_by_the_network)
{
	struct ocr_transport *by;

	host.refuses = "no memory";
	the_card_comes();
	ck_assert_int_eq(find(&by), 0);
	ck_assert_ptr_eq(by, &net.t);
	ocr_route_on_news(r, PEER, 77, OCR_WATCH_ENDED);

	ck_assert_int_eq(net.n_failed, 1);
	ck_assert_int_eq(host.n_failed, 1);
	ck_assert_int_eq(net.nth, 1);
}
END_TEST

START_TEST(a_neighbour_needs_no_network)
{
	struct ocr_transport *by;

	net.refuses = "no address";
	the_card_comes();

	ck_assert_int_eq(find(&by), 0);
	ck_assert_ptr_eq(by, &host.t);
	/* Nothing waits there for it; nobody is told that it is gone. */
	ck_assert_int_eq(ofi.n_failed, 1);
	ck_assert_int_eq(host.n_failed + net.n_failed + n_up_failed, 0);
}
END_TEST

START_TEST(who_can_be_met_nowhere_is_gone_for_good)
{
	struct ocr_transport *by;

	is_local = _i;
	host.refuses = "no memory";
	net.refuses = "no address";
	the_card_comes();

	ck_assert_int_eq(find(&by), -EHOSTDOWN);
	ck_assert_int_eq(host.n_failed, 1);
	ck_assert_int_eq(net.n_failed, 1);
	ck_assert_int_eq(host.n_met, _i);
	ck_assert_int_eq(n_up_failed, 1);
	ck_assert_int_eq(n_asked, 0);
}
END_TEST

START_TEST(who_is_dead_when_its_card_comes_has_been_met)
{
	is_alive = false;
	card.pid = 77;
	the_card_comes();

	/* Its last words can be read. */
	ck_assert_int_eq(host.n_met, 1);
	ck_assert_int_eq(host.n_failed, 1);
	ck_assert_int_eq(net.n_failed, 1);
}
END_TEST

START_TEST(who_is_of_another_host_is_met_by_the_network_alone)
{
	struct ocr_transport *by;

	is_local = false;
	the_card_comes();

	ck_assert_int_eq(find(&by), 0);
	ck_assert_ptr_eq(by, &net.t);
	ck_assert_int_eq(host.n_met, 0);
	ck_assert_int_eq(n_watched, 0);
}
END_TEST

START_TEST(with_one_transport_that_one_is_told)
{
	if (_i == 0)
		r->net = NULL;
	else
		r->host = NULL;
	the_card_comes();
	ocr_route_on_news(r, PEER, 77, OCR_WATCH_ENDED);

	ck_assert_int_eq(host.n_failed, _i == 0);
	ck_assert_int_eq(net.n_failed, _i == 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("route_way");
	TCase *t = tcase_create("failures");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(
		t, a_neighbour_that_dies_is_told_to_memory_first_and_once_each);
	tcase_add_test(
		t, who_cannot_share_memory_is_reached_and_fails_by_the_network);
	tcase_add_test(t, a_neighbour_needs_no_network);
	tcase_add_loop_test(t, who_can_be_met_nowhere_is_gone_for_good, 0, 2);
	tcase_add_test(t, who_is_dead_when_its_card_comes_has_been_met);
	tcase_add_test(t, who_is_of_another_host_is_met_by_the_network_alone);
	tcase_add_loop_test(t, with_one_transport_that_one_is_told, 0, 2);
	suite_add_tcase(s, t);
	return run_suite(s);
}
