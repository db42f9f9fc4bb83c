/* SPDX-License-Identifier: BSD-3-Clause */
/* Two nodes with a session over the simulated net, and a clock of the test's.
 */
#include "fabric/session.h"
#include "fabric/session_wire.h"
#include "tests/sim/transport_sim.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SILENCE_MS 10000
/* Longer than any patience of a session's. */
#define STEP_MS	   50

struct end {
	struct ocr_transport *t;
	unsigned n_received, n_sent, n_failed;
	char why[128];
	uint64_t last; /* what came last */
};

static struct sim_net *net;
static struct end ends[2];
static uint64_t clock_ms;
/* Nothing from this node arrives. */
static ocr_node_t mute;

static uint64_t
now_ms(void *ctx)
{
	(void)ctx;
	return clock_ms;
}

static void
on_received(void *ctx, ocr_node_t from, const void *data, size_t len_bytes)
{
	struct end *e = ctx;

	ck_assert_uint_eq(from, 1 - (ocr_node_t)(e - ends));

	ck_assert_uint_eq(len_bytes, sizeof(e->last));
	memcpy(&e->last, data, len_bytes);
	e->n_received++;
}

static void
on_sent(void *ctx, struct ocr_packet *p)
{
	struct end *e = ctx;

	e->n_sent++;
	e->t->ops->packet_free(e->t, p);
	free(p);
}

static void
on_moved(void *ctx, struct ocr_transfer *x, size_t piece_bytes, int status)
{
	(void)ctx, (void)x, (void)piece_bytes, (void)status;
	ck_abort_msg("nobody moves anything");
}

static void
on_failed(void *ctx, ocr_node_t peer, const char *why)
{
	struct end *e = ctx;

	ck_assert_uint_eq(peer, 1 - (ocr_node_t)(e - ends));
	snprintf(e->why, sizeof(e->why), "%s", why);
	e->n_failed++;
}

static void
open_end(ocr_node_t node)
{
	struct ocr_session_config c = {
		.below = sim_net_transport(net, node),
		.self = node,
		.size = 2,
		.silence_ms = SILENCE_MS,
		.warn_ms = 2000,
		.now_ms = now_ms,
	};
	struct ocr_transport_up up = {
		.ctx = &ends[node],
		.received = on_received,
		.sent = on_sent,
		.moved = on_moved,
		.failed = on_failed,
	};

	memset(&ends[node], 0, sizeof(ends[node]));
	ck_assert_int_eq(ocr_session_open(&ends[node].t, &c), 0);
	ends[node].t->ops->attach(ends[node].t, &up);
}

static void
open_refusing(unsigned percent)
{
	struct sim_net_config c = {
		.n_nodes = 2,
		.mtu_bytes = 1024,
		.piece_bytes = 1024,
		.seed = 1,
		.refuse_percent = percent,
		.breaks = true,
	};

	net = sim_net_open(&c);
	clock_ms = 1;
	mute = OCR_NODE_NONE;
	open_end(0);
	open_end(1);
}

static void
setup(void)
{
	open_refusing(0);
}

static void
teardown(void)
{
	for (int i = 0; i < 2; i++)
		ends[i].t->ops->close(ends[i].t);
	sim_net_close(net);
}

static void
drop_muted(void)
{
	size_t len;

	while (mute < 2 && sim_net_head(net, mute, 1 - mute, &len))
		sim_net_drop(net, mute, 1 - mute);
}

/* All that can happen without time passing does. */
static void
settle(void)
{
	bool moved = true;

	while (moved) {
		moved = false;
		for (int i = 0; i < 2; i++)
			ends[i].t->ops->poll(ends[i].t);
		drop_muted();
		while (sim_net_enabled(net)) {
			sim_net_fire(net, 0);
			moved = true;
		}
	}
}

static void
pass(uint64_t ms)
{
	settle();
	for (uint64_t end = clock_ms + ms; clock_ms < end;) {
		clock_ms += STEP_MS;
		settle();
	}
}

/* Not yet under way, but to be. */
static void
give(ocr_node_t from, uint64_t what)
{
	struct ocr_transport *t = ends[from].t;
	struct ocr_packet *p = calloc(1, sizeof(*p));

	ck_assert_int_eq(t->ops->packet_alloc(t, p), 0);
	p->to = 1 - from;
	p->len_bytes = sizeof(what);
	memcpy(p->data, &what, sizeof(what));
	ck_assert_int_eq(t->ops->send(t, p), 0);
}

static void
talk(void)
{
	give(0, 7);
	pass(STEP_MS);
	give(1, 8);
	pass(STEP_MS);
	ck_assert_uint_eq(ends[0].n_received, 1);
	ck_assert_uint_eq(ends[1].n_received, 1);
}

static struct ocr_session_stats
stats_of(ocr_node_t node)
{
	struct ocr_session_stats s;

	ocr_session_get_stats(ends[node].t, &s);
	return s;
}

START_TEST(a_lost_packet_comes_once)
{
	talk();
	mute = 0;
	give(0, 9);
	pass(STEP_MS);
	ck_assert_uint_eq(ends[1].n_received, 1);
	mute = OCR_NODE_NONE;

	pass(2000);

	ck_assert_uint_eq(ends[1].n_received, 2);
	ck_assert_uint_eq(ends[1].last, 9);
	ck_assert_uint_ge(stats_of(0).resent, 1);
}
END_TEST

START_TEST(a_replayed_packet_is_dropped)
{
	uint8_t copy[1024];
	size_t len;
	void *head;

	talk();
	give(0, 9);
	head = sim_net_head(net, 0, 1, &len);
	ck_assert_ptr_nonnull(head);
	memcpy(copy, head, len);
	settle();
	ck_assert_uint_eq(ends[1].n_received, 2);
	give(0, 10);
	settle();

	for (int i = 0; i < 3; i++)
		sim_net_inject(net, 0, 1, copy, len);
	settle();

	ck_assert_uint_eq(ends[1].n_received, 3);
	ck_assert_uint_eq(ends[1].last, 10);
	ck_assert_uint_eq(stats_of(1).repeated, 3);
}
END_TEST

/* The next word of node 0, which is on its way. */
static size_t
catch_word(uint8_t *copy)
{
	const struct ocr_session_head *h;
	size_t len;

	for (int i = 0; i < 100; i++) {
		ends[0].t->ops->poll(ends[0].t);
		h = sim_net_head(net, 0, 1, &len);
		if (h && h->kind == OCR_SESSION_PULSE) {
			memcpy(copy, h, len);
			return len;
		}
		settle();
		clock_ms += STEP_MS;
	}
	ck_abort_msg("node 0 says nothing");
}

START_TEST(a_replayed_word_does_nothing)
{
	uint64_t before;
	uint8_t copy[1024];
	size_t len;

	talk();
	len = catch_word(copy);
	pass(STEP_MS);
	before = stats_of(1).repeated;

	for (int i = 0; i < 1000; i++)
		sim_net_inject(net, 0, 1, copy, len);
	mute = 0;
	for (int i = 0; i < 1000; i++)
		ends[1].t->ops->poll(ends[1].t);
	mute = OCR_NODE_NONE;
	settle();

	ck_assert_uint_eq(stats_of(1).repeated, before + 1000);
}
END_TEST

/* A silent node that can still send old words of its peer to itself would not
 * be missed, if they counted. */
START_TEST(a_replayed_word_is_no_sign_of_life)
{
	uint8_t copy[1024];
	size_t len;

	talk();
	len = catch_word(copy);
	pass(STEP_MS);
	mute = 0;

	for (uint64_t t = 0; t < 2 * SILENCE_MS && !ends[1].n_failed;
	     t += STEP_MS) {
		settle();
		sim_net_inject(net, 0, 1, copy, len);
		sim_net_fire(net, 0);
		clock_ms += STEP_MS;
	}

	ck_assert_uint_eq(ends[1].n_failed, 1);
}
END_TEST

START_TEST(silent_nodes_pulse_once_a_second)
{
	uint64_t before;

	talk();
	pass(5000);
	before = stats_of(0).alone;

	pass(20000);

	ck_assert_uint_ge(stats_of(0).alone - before, 19);
	ck_assert_uint_le(stats_of(0).alone - before, 21);
	ck_assert_uint_eq(ends[0].n_failed + ends[1].n_failed, 0);
}
END_TEST

START_TEST(nobody_misses_whom_it_never_spoke_to)
{
	pass(3 * SILENCE_MS);
	ck_assert_uint_eq(stats_of(0).alone, 0);

	talk();
	pass(3 * SILENCE_MS);

	ck_assert_uint_eq(ends[0].n_failed + ends[1].n_failed, 0);
}
END_TEST

START_TEST(who_is_silent_is_given_up_once)
{
	talk();
	mute = 1;

	pass(SILENCE_MS - 1000);
	ck_assert_uint_eq(ends[0].n_failed, 0);
	pass(2000);
	ck_assert_uint_eq(ends[0].n_failed, 1);
	pass(SILENCE_MS);

	ck_assert_uint_eq(ends[0].n_failed, 1);
	ck_assert_str_eq(ends[0].why, "nothing has come from it for 10 s");
}
END_TEST

START_TEST(who_cannot_be_reached_is_given_up)
{
	teardown();
	open_refusing(100);
	give(0, 7);

	pass(SILENCE_MS + 1000);

	ck_assert_uint_eq(ends[0].n_failed, 1);
	ck_assert_uint_eq(ends[0].n_sent, 1);
}
END_TEST

START_TEST(who_is_watched_by_others_may_be_silent)
{
	ocr_session_watched(ends[0].t, 1);
	talk();
	mute = 1;

	pass(3 * SILENCE_MS);

	ck_assert_uint_eq(ends[0].n_failed, 0);
}
END_TEST

START_TEST(at_the_end_nobody_is_missed)
{
	talk();
	ocr_session_quiet(ends[0].t);
	mute = 1;

	pass(3 * SILENCE_MS);

	ck_assert_uint_eq(ends[0].n_failed, 0);
}
END_TEST

START_TEST(time_in_which_this_node_was_stopped_does_not_count)
{
	talk();
	clock_ms += 3600 * 1000;
	pass(STEP_MS);

	ck_assert_uint_eq(ends[0].n_failed + ends[1].n_failed, 0);

	mute = 1;
	pass(SILENCE_MS + 1000);
	ck_assert_uint_eq(ends[0].n_failed, 1);
}
END_TEST

START_TEST(who_was_given_up_hears_of_it)
{
	talk();
	mute = 1;
	pass(SILENCE_MS + 1000);
	ck_assert_uint_eq(ends[0].n_failed, 1);
	ck_assert_uint_eq(ends[1].n_failed, 0);
	mute = OCR_NODE_NONE;

	pass(2000);

	ck_assert_uint_eq(ends[1].n_failed, 1);
	ck_assert_ptr_nonnull(strstr(ends[1].why, "given this node up"));
	/* What it sends later changes nothing. */
	ck_assert_uint_eq(ends[0].n_received, 1);
}
END_TEST

START_TEST(a_packet_of_the_dead_changes_nothing)
{
	talk();
	mute = 1;
	pass(SILENCE_MS + 1000);
	mute = OCR_NODE_NONE;

	give(1, 99);
	pass(2000);

	ck_assert_uint_eq(ends[0].n_received, 1);
	ck_assert_uint_eq(ends[1].n_sent, 2);
}
END_TEST

/* Answers to a word that was never said, and acknowledgements of what was not
 * sent. */
START_TEST(numbers_that_cannot_be_are_refused)
{
	struct ocr_session_head *h;
	uint8_t copy[1024];
	size_t len;

	talk();
	len = catch_word(copy);
	h = (void *)copy;
	h->number += 10;
	h->acknowledged = 1000;
	sim_net_inject(net, 0, 1, copy, len);
	settle();
	ck_assert_uint_eq(stats_of(1).refused, 1);
	h->acknowledged = 0;
	((struct ocr_session_word *)(h + 1))->answer = 1000;
	sim_net_inject(net, 0, 1, copy, len);
	settle();

	ck_assert_uint_eq(stats_of(1).refused, 2);
	pass(3 * SILENCE_MS);
	ck_assert_uint_eq(ends[0].n_failed + ends[1].n_failed, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("session");
	TCase *tc = tcase_create("session");
	SRunner *r;
	int failed;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_lost_packet_comes_once);
	tcase_add_test(tc, a_replayed_packet_is_dropped);
	tcase_add_test(tc, a_replayed_word_does_nothing);
	tcase_add_test(tc, a_replayed_word_is_no_sign_of_life);
	tcase_add_test(tc, silent_nodes_pulse_once_a_second);
	tcase_add_test(tc, nobody_misses_whom_it_never_spoke_to);
	tcase_add_test(tc, who_is_silent_is_given_up_once);
	tcase_add_test(tc, who_cannot_be_reached_is_given_up);
	tcase_add_test(tc, who_is_watched_by_others_may_be_silent);
	tcase_add_test(tc, at_the_end_nobody_is_missed);
	tcase_add_test(tc, time_in_which_this_node_was_stopped_does_not_count);
	tcase_add_test(tc, who_was_given_up_hears_of_it);
	tcase_add_test(tc, a_packet_of_the_dead_changes_nothing);
	tcase_add_test(tc, numbers_that_cannot_be_are_refused);
	suite_add_tcase(s, tc);
	r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
