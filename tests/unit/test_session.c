/* SPDX-License-Identifier: BSD-3-Clause */
/* test_session.c - two nodes with a session. */
#include "fabric/fabric.h"
#include "fabric/session_wire.h"
#include "tests/suite.h"
#include "tests/unit/session_world.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static void
setup(void)
{
	session_world_open(2, 0, 0);
}

START_TEST(a_lost_packet_comes_once)
{
	session_world_meet();
	sw.mute = 0;
	session_world_give(0, 1, 9);
	session_world_pass(STEP_MS);
	ck_assert_uint_eq(sw.ends[1].n_received, 1);
	sw.mute = OCR_NODE_NONE;

	session_world_pass(2000);

	ck_assert_uint_eq(sw.ends[1].n_received, 2);
	ck_assert_uint_eq(sw.ends[1].last, 9);
	ck_assert_uint_ge(session_world_stats(0).resent, 1);
}
END_TEST

static void
give_lent(uint64_t *lent)
{
	struct ocr_transport *t = sw.ends[0].t;
	struct ocr_packet *p = calloc(1, sizeof(*p));

	ck_assert_int_eq(t->ops->packet_alloc(t, p), 0);
	p->to = 1;
	p->len_bytes = p->lent_bytes = sizeof(*lent);
	p->lent = lent;
	ck_assert_int_eq(t->ops->send(t, p), 0);
	session_world_settle();
}

/* Its bytes are the lender's again as soon as that is said. */
START_TEST(a_lost_packet_comes_again_with_what_was_lent)
{
	uint64_t lent = 9;

	session_world_meet();
	sw.mute = 0;
	give_lent(&lent);
	ck_assert_uint_eq(sw.ends[0].n_sent, 2);
	ck_assert_uint_eq(sw.ends[1].n_received, 1);
	lent = 10;
	sw.mute = OCR_NODE_NONE;

	session_world_pass(2000);

	ck_assert_uint_eq(sw.ends[1].n_received, 2);
	ck_assert_uint_eq(sw.ends[1].last, 9);
}
END_TEST

/* What was lent is copied, and kept: of long ones two at a time, also when the
 * first has come again. */
START_TEST(few_packets_are_longer_than_others)
{
	struct ocr_transport *t = sw.ends[0].t;
	uint64_t lent = 9;
	size_t most;

	session_world_meet();
	most = t->ops->lent_mtu(t, 1);
	ck_assert_uint_gt(most, 3 * t->mtu_bytes);
	for (int round = 0; round < 3; round++) {
		sw.mute = 0;
		for (int i = 0; i < 2; i++) {
			ck_assert_uint_eq(t->ops->lent_mtu(t, 1), most);
			give_lent(&lent);
		}
		ck_assert_uint_eq(t->ops->lent_mtu(t, 1), t->mtu_bytes);
		sw.mute = OCR_NODE_NONE;

		session_world_pass(2000);
	}
	ck_assert_uint_eq(sw.ends[1].n_received, 7);
	ck_assert_uint_eq(t->ops->lent_mtu(t, 1), most);
}
END_TEST

START_TEST(a_replayed_packet_is_dropped)
{
	uint8_t copy[1024];
	size_t len;
	void *head;

	session_world_meet();
	session_world_give(0, 1, 9);
	head = sim_net_head(sw.net, 0, 1, &len);
	ck_assert_ptr_nonnull(head);
	memcpy(copy, head, len);
	session_world_settle();
	ck_assert_uint_eq(sw.ends[1].n_received, 2);
	session_world_give(0, 1, 10);
	session_world_settle();

	for (int i = 0; i < 3; i++)
		sim_net_inject(sw.net, 0, 1, copy, len);
	session_world_settle();

	ck_assert_uint_eq(sw.ends[1].n_received, 3);
	ck_assert_uint_eq(sw.ends[1].last, 10);
	ck_assert_uint_eq(session_world_stats(1).repeated, 3);
}
END_TEST

/* The next word of node 0, which is on its way. */
static size_t
catch_word(uint8_t *copy)
{
	const struct ocr_session_head *h;
	size_t len;

	for (int i = 0; i < 100; i++) {
		sw.ends[0].t->ops->poll(sw.ends[0].t);
		h = sim_net_head(sw.net, 0, 1, &len);
		if (h && h->kind == OCR_SESSION_PULSE) {
			memcpy(copy, h, len);
			return len;
		}
		session_world_settle();
		sw.clock_ms += STEP_MS;
	}
	ck_abort_msg("node 0 says nothing");
}

START_TEST(a_replayed_word_does_nothing)
{
	uint64_t before;
	uint8_t copy[1024];
	size_t len;

	session_world_meet();
	len = catch_word(copy);
	session_world_pass(STEP_MS);
	before = session_world_stats(1).repeated;

	for (int i = 0; i < 1000; i++)
		sim_net_inject(sw.net, 0, 1, copy, len);
	sw.mute = 0;
	for (int i = 0; i < 1000; i++)
		sw.ends[1].t->ops->poll(sw.ends[1].t);
	sw.mute = OCR_NODE_NONE;
	session_world_settle();

	ck_assert_uint_eq(session_world_stats(1).repeated, before + 1000);
}
END_TEST

/* A silent node that can still send old words of its peer to itself would not
 * be missed, if they counted. */
START_TEST(a_replayed_word_is_no_sign_of_life)
{
	uint8_t copy[1024];
	size_t len;

	session_world_meet();
	len = catch_word(copy);
	session_world_pass(STEP_MS);
	sw.mute = 0;

	for (uint64_t t = 0; t < 2 * SILENCE_MS && !sw.ends[1].n_failed;
	     t += STEP_MS) {
		session_world_settle();
		sim_net_inject(sw.net, 0, 1, copy, len);
		sim_net_fire(sw.net, 0);
		sw.clock_ms += STEP_MS;
	}

	ck_assert_uint_eq(sw.ends[1].n_failed, 1);
}
END_TEST

/* The next packet on its way from node 0: copied, and lost. */
static size_t
keep_back(uint8_t *copy)
{
	const void *head;
	size_t len;

	head = sim_net_head(sw.net, 0, 1, &len);
	ck_assert_ptr_nonnull(head);
	memcpy(copy, head, len);
	sim_net_drop(sw.net, 0, 1);
	return len;
}

/* Nobody ever hears the packet before it, so its number stays above all that
 * was taken. */
START_TEST(a_replayed_packet_that_is_not_the_next_is_no_sign_of_life)
{
	uint8_t copy[1024];
	size_t len;

	session_world_meet();
	session_world_give(0, 1, 9);
	keep_back(copy);
	session_world_give(0, 1, 10);
	len = keep_back(copy);
	sw.mute = 0;

	for (uint64_t t = 0; t < 2 * SILENCE_MS && !sw.ends[1].n_failed;
	     t += STEP_MS) {
		session_world_settle();
		sim_net_inject(sw.net, 0, 1, copy, len);
		sim_net_fire(sw.net, 0);
		sw.clock_ms += STEP_MS;
	}

	ck_assert_uint_eq(sw.ends[1].n_failed, 1);
	ck_assert_uint_eq(sw.ends[1].n_warnings, 1);
	ck_assert_uint_eq(sw.ends[1].n_received, 1);
	ck_assert_uint_ge(session_world_stats(1).missing, 100);
}
END_TEST

/* As session_world_settle(), but DATA of that number of node 0 gets lost. */
static void
settle_without(uint64_t number)
{
	const struct ocr_session_head *h;
	ocr_node_t i;
	size_t len;

	do {
		for (i = 0; i < 2; i++)
			sw.ends[i].t->ops->poll(sw.ends[i].t);
		while (sim_net_enabled(sw.net)) {
			h = sim_net_head(sw.net, 0, 1, &len);
			if (h && h->kind == OCR_SESSION_DATA &&
			    h->number == number)
				sim_net_drop(sw.net, 0, 1);
			else
				sim_net_fire(sw.net, 0);
		}
	} while (sim_net_head(sw.net, 0, 1, &len) ||
		 sim_net_head(sw.net, 1, 0, &len));
}

/* It says no pulses meanwhile, since it says so much; but it asks. */
START_TEST(who_lives_is_heard_though_all_he_sends_comes_out_of_turn)
{
	uint64_t n = 0;

	session_world_meet();
	for (uint64_t t = 0; t < 3 * SILENCE_MS; t += STEP_MS, n++) {
		session_world_give(0, 1, n);
		settle_without(2);
		sw.clock_ms += STEP_MS;
	}
	ck_assert_uint_eq(sw.ends[1].n_received, 1);
	ck_assert_uint_eq(sw.ends[0].n_warnings + sw.ends[1].n_warnings, 0);
	ck_assert_uint_eq(sw.ends[0].n_failed + sw.ends[1].n_failed, 0);

	session_world_pass(2000);

	ck_assert_uint_eq(sw.ends[1].n_received, 1 + n);
	ck_assert_uint_eq(sw.ends[1].last, n - 1);
}
END_TEST

START_TEST(silent_nodes_pulse_once_a_second)
{
	uint64_t before;

	session_world_meet();
	session_world_pass(5000);
	before = session_world_stats(0).alone;

	session_world_pass(20000);

	ck_assert_uint_ge(session_world_stats(0).alone - before, 19);
	ck_assert_uint_le(session_world_stats(0).alone - before, 21);
	ck_assert_uint_eq(sw.ends[0].n_failed + sw.ends[1].n_failed, 0);
}
END_TEST

/* Who has never sent anything, and reads, waits for a grant. */
START_TEST(a_lost_grant_is_asked_for_in_growing_distance)
{
	struct ocr_transport *t = sw.ends[0].t;
	struct ocr_transfer x = {.peer = 1};
	uint8_t byte;

	sw.mute = 1;
	ck_assert_int_eq(t->ops->read(t, 1, 8, &byte, 1, &x), 0);

	session_world_pass(1400);

	/* At once, and after 100, 200, 400 and 800 ms; and pulses. */
	ck_assert_uint_ge(session_world_stats(0).alone, 4);
	ck_assert_uint_le(session_world_stats(0).alone, 6);
}
END_TEST

START_TEST(nobody_misses_whom_it_never_spoke_to)
{
	session_world_pass(3 * SILENCE_MS);
	ck_assert_uint_eq(session_world_stats(0).alone, 0);

	session_world_meet();
	session_world_pass(3 * SILENCE_MS);

	ck_assert_uint_eq(sw.ends[0].n_failed + sw.ends[1].n_failed, 0);
}
END_TEST

START_TEST(who_is_silent_is_given_up_once)
{
	session_world_meet();
	sw.mute = 1;

	session_world_pass(SILENCE_MS - 1000);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
	session_world_pass(2000);
	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	session_world_pass(SILENCE_MS);

	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_str_eq(sw.ends[0].why, "nothing has come from it for 10 s");
}
END_TEST

START_TEST(who_cannot_be_reached_is_given_up)
{
	session_world_close();
	session_world_open(2, 100, 0);
	session_world_give(0, 1, 7);

	session_world_pass(SILENCE_MS + 1000);

	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_uint_eq(sw.ends[0].n_sent, 1);
}
END_TEST

START_TEST(who_is_watched_by_others_may_be_silent)
{
	ocr_session_watched(sw.ends[0].t, 1);
	session_world_meet();
	sw.mute = 1;

	session_world_pass(3 * SILENCE_MS);

	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

START_TEST(time_in_which_this_node_was_stopped_does_not_count)
{
	session_world_meet();
	sw.clock_ms += 3600 * 1000;
	session_world_pass(STEP_MS);

	ck_assert_uint_eq(sw.ends[0].n_failed + sw.ends[1].n_failed, 0);

	sw.mute = 1;
	session_world_pass(SILENCE_MS + 1000);
	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
}
END_TEST

/* Node 1 says all the time that it lives; node 0 has no processor. */
static void
be_away(unsigned ms)
{
	for (unsigned i = 0; i < ms / STEP_MS; i++) {
		sw.clock_ms += STEP_MS;
		sw.ends[1].t->ops->poll(sw.ends[1].t);
	}
	session_world_settle();
}

static const unsigned away_ms[] = {1100, 1400, 1500, 5000};

/* On its return there is nearly a second in what node 0 knows of node 1, and
 * more than one in its absence, which may be so short that all of it counts:
 * both together would be a reason to warn. */
START_TEST(who_was_away_hears_what_came_before_it_misses_anybody)
{
	session_world_meet();
	session_world_pass(1950 - sw.clock_ms % 1000);
	be_away(away_ms[_i]);
	session_world_pass(SILENCE_MS);

	ck_assert_uint_eq(sw.ends[0].n_warnings, 0);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

/* The same, where both together would be a reason to give it up. */
START_TEST(who_was_away_hears_what_came_before_it_gives_anybody_up)
{
	session_world_close();
	session_world_open_timed(2000, 0);
	session_world_meet();
	session_world_pass(1950 - sw.clock_ms % 1000);
	be_away(away_ms[_i]);
	session_world_pass(SILENCE_MS);

	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

/* Nothing comes for a time after which one warns, at most; then node 0 is away,
 * and with that it is one after which one gives up.  In one of the turns it has
 * just looked once, and would have warned at the next look. */
START_TEST(who_would_warn_gives_nobody_up_for_its_own_absence)
{
	session_world_close();
	session_world_open_timed(3000, 2000);
	session_world_meet();
	sw.mute = 1;
	session_world_pass((unsigned)_i * STEP_MS);
	sw.mute = OCR_NODE_NONE;
	be_away(1400);
	session_world_pass(SILENCE_MS);

	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

START_TEST(who_was_given_up_hears_of_it)
{
	session_world_meet();
	sw.mute = 1;
	session_world_pass(SILENCE_MS + 1000);
	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_uint_eq(sw.ends[1].n_failed, 0);
	sw.mute = OCR_NODE_NONE;

	session_world_pass(2000);

	ck_assert_uint_eq(sw.ends[1].n_failed, 1);
	ck_assert_ptr_nonnull(strstr(sw.ends[1].why, "given this node up"));
	/* What it sends later changes nothing. */
	ck_assert_uint_eq(sw.ends[0].n_received, 1);
}
END_TEST

START_TEST(a_packet_of_the_dead_changes_nothing)
{
	session_world_meet();
	sw.mute = 1;
	session_world_pass(SILENCE_MS + 1000);
	sw.mute = OCR_NODE_NONE;

	session_world_give(1, 0, 99);
	session_world_pass(2000);

	ck_assert_uint_eq(sw.ends[0].n_received, 1);
	ck_assert_uint_eq(sw.ends[1].n_sent, 2);
}
END_TEST

/* Answers to a word that was never said, and acknowledgements of what was not
 * sent. */
START_TEST(numbers_that_cannot_be_are_refused)
{
	struct ocr_session_head *h;
	uint8_t copy[1024];
	size_t len;

	session_world_meet();
	len = catch_word(copy);
	h = (void *)copy;
	h->number += 10;
	h->acknowledged = 1000;
	sim_net_inject(sw.net, 0, 1, copy, len);
	session_world_settle();
	ck_assert_uint_eq(session_world_stats(1).refused, 1);
	h->acknowledged = 0;
	((struct ocr_session_word *)(h + 1))->answer = 1000;
	sim_net_inject(sw.net, 0, 1, copy, len);
	session_world_settle();

	ck_assert_uint_eq(session_world_stats(1).refused, 2);
	session_world_pass(3 * SILENCE_MS);
	ck_assert_uint_eq(sw.ends[0].n_failed + sw.ends[1].n_failed, 0);
}
END_TEST

/* What an answer acknowledges is dealt with one poll later, and not when the
 * next one comes. */
START_TEST(who_was_answered_asks_nothing)
{
	uint64_t before;

	session_world_give(0, 1, 7);
	session_world_settle();
	session_world_give(1, 0, 8);
	session_world_settle();
	ck_assert_uint_eq(sw.ends[0].n_received, 1);
	sw.mute = 1;
	before = session_world_stats(0).alone;

	session_world_pass(500);

	ck_assert_uint_eq(session_world_stats(0).alone, before);
}
END_TEST

/* Packets that follow each other at once, of two peers in turn: all that they
 * acknowledge counts. */
START_TEST(what_many_acknowledge_is_not_sent_again)
{
	session_world_close();
	session_world_open(3, 0, 0);
	for (unsigned i = 0; i < 40; i++) {
		session_world_give(0, 1, i);
		session_world_give(0, 2, i);
		session_world_settle();
		session_world_give(1, 0, i);
		session_world_give(2, 0, i);
		session_world_settle();
	}
	ck_assert_uint_eq(sw.ends[0].n_received, 80);
	ck_assert_uint_eq(sw.ends[0].n_sent, 80);
	ck_assert_uint_le(session_world_stats(0).kept_most, 2);

	session_world_pass(SILENCE_MS);

	ck_assert_uint_eq(session_world_stats(0).resent, 0);
	ck_assert_uint_eq(sw.ends[1].n_received + sw.ends[2].n_received, 80);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("session");
	TCase *tc = tcase_create("session");

	tcase_add_checked_fixture(tc, setup, session_world_close);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_lost_packet_comes_once);
	tcase_add_test(tc, a_lost_packet_comes_again_with_what_was_lent);
	tcase_add_test(tc, few_packets_are_longer_than_others);
	tcase_add_test(tc, a_replayed_packet_is_dropped);
	tcase_add_test(tc, a_replayed_word_does_nothing);
	tcase_add_test(tc, a_replayed_word_is_no_sign_of_life);
	tcase_add_test(
		tc, a_replayed_packet_that_is_not_the_next_is_no_sign_of_life);
	tcase_add_test(
		tc, who_lives_is_heard_though_all_he_sends_comes_out_of_turn);
	tcase_add_test(tc, silent_nodes_pulse_once_a_second);
	tcase_add_test(tc, a_lost_grant_is_asked_for_in_growing_distance);
	tcase_add_test(tc, nobody_misses_whom_it_never_spoke_to);
	tcase_add_test(tc, who_is_silent_is_given_up_once);
	tcase_add_test(tc, who_cannot_be_reached_is_given_up);
	tcase_add_test(tc, who_is_watched_by_others_may_be_silent);
	tcase_add_test(tc, time_in_which_this_node_was_stopped_does_not_count);
	tcase_add_loop_test(
		tc, who_was_away_hears_what_came_before_it_misses_anybody, 0,
		4);
	tcase_add_loop_test(
		tc, who_was_away_hears_what_came_before_it_gives_anybody_up, 0,
		4);
	tcase_add_loop_test(tc,
			    who_would_warn_gives_nobody_up_for_its_own_absence,
			    0, 2500 / STEP_MS);
	tcase_add_test(tc, who_was_given_up_hears_of_it);
	tcase_add_test(tc, a_packet_of_the_dead_changes_nothing);
	tcase_add_test(tc, numbers_that_cannot_be_are_refused);
	tcase_add_test(tc, who_was_answered_asks_nothing);
	tcase_add_test(tc, what_many_acknowledge_is_not_sent_again);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
