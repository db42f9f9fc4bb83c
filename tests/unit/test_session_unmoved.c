/* SPDX-License-Identifier: BSD-3-Clause */
/* test_session_unmoved.c - a link that lets small packets pass only: who is
 * heard, and never gets what he is sent. */
#include "fabric/fabric.h"
#include "tests/suite.h"
#include "tests/unit/session_world.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static void
setup(void)
{
	session_world_open(2, 0, 0);
	session_world_meet();
}

static void
check_given_up(void)
{
	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_str_eq(sw.ends[0].why,
			 "what was sent to it has not arrived for 11 s, though "
			 "it was heard: does the network lose large packets "
			 "(MTU)?");
	/* Of silence. */
	ck_assert_uint_eq(sw.ends[0].n_warnings, 0);
	ck_assert_uint_eq(sw.ends[1].n_warnings, 0);
	/* And the other one hears of it. */
	ck_assert_uint_eq(sw.ends[1].n_failed, 1);
}

START_TEST(who_never_gets_what_he_is_sent_is_given_up_though_he_is_heard)
{
	sw.small_only = true;
	session_world_give(0, 1, 9);

	session_world_pass(SILENCE_MS);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
	session_world_pass(3000);

	check_given_up();
}
END_TEST

START_TEST(connections_that_are_made_again_are_no_progress)
{
	sw.small_only = true;
	session_world_give(0, 1, 9);

	for (int i = 0; i < 13; i++) {
		sim_net_break(sw.net, 0, 1);
		session_world_pass(1000);
	}

	check_given_up();
}
END_TEST

/* One of many packets arrives every nine seconds. */
START_TEST(who_gets_some_now_and_then_is_not_given_up)
{
	for (unsigned i = 0; i < 8; i++) {
		session_world_give(0, 1, i);
		sw.small_only = true;
		session_world_give(0, 1, 100 + i);
		session_world_pass(SILENCE_MS - 1000);
		sw.small_only = false;
		session_world_pass(1000);
	}
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
	ck_assert_uint_eq(sw.ends[1].n_received, 1 + 16);

	/* And none of that counts once all has arrived. */
	session_world_pass(2 * SILENCE_MS);
	session_world_give(0, 1, 9);
	session_world_pass(2 * SILENCE_MS);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

START_TEST(who_may_be_silent_for_ever_may_get_nothing)
{
	session_world_close();
	session_world_open_patient(2);
	session_world_meet();
	sw.small_only = true;
	session_world_give(0, 1, 9);

	session_world_pass(3 * SILENCE_MS);

	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
	sw.small_only = false;
	session_world_pass(2000);
	ck_assert_uint_eq(sw.ends[1].n_received, 2);
}
END_TEST

static struct ocr_transfer piece;
static uint8_t here[64], there[64];

static int
read_piece(void)
{
	struct ocr_transport *t = sw.ends[0].t;

	piece = (struct ocr_transfer){
		.peer = 1, .local = here, .len_bytes = sizeof(here)};
	return t->ops->read(t, 1, (uintptr_t)there, here, sizeof(here), &piece);
}

/* All that can happen but pieces of transfers. */
static void
fire_packets(void)
{
	char what[160];
	size_t i = 0;

	while (i < sim_net_enabled(sw.net)) {
		sim_net_describe(sw.net, i, what, sizeof(what));
		if (strncmp(what, "move", 4) == 0) {
			i++;
		} else {
			sim_net_fire(sw.net, i);
			i = 0;
		}
	}
}

/* Nobody has sent a packet that is not acknowledged. */
START_TEST(a_piece_that_is_cut_off_each_time_is_given_up)
{
	unsigned i;

	ck_assert_int_eq(read_piece(), 0);
	for (i = 0; i < 30 && !sw.ends[0].n_failed; i++) {
		/* Words pass, and make the piece begin anew. */
		for (int poll = 0; poll < 20; poll++) {
			sw.ends[0].t->ops->poll(sw.ends[0].t);
			sw.ends[1].t->ops->poll(sw.ends[1].t);
			fire_packets();
			sw.clock_ms += STEP_MS;
		}
		sim_net_break(sw.net, 0, 1);
	}

	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_uint_ge(i, 10);
	ck_assert_uint_eq(sw.ends[0].n_cut, 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("session_unmoved");
	TCase *tc = tcase_create("session_unmoved");

	tcase_add_checked_fixture(tc, setup, session_world_close);
	tcase_set_timeout(tc, 60);
	tcase_add_test(
		tc,
		who_never_gets_what_he_is_sent_is_given_up_though_he_is_heard);
	tcase_add_test(tc, connections_that_are_made_again_are_no_progress);
	tcase_add_test(tc, who_gets_some_now_and_then_is_not_given_up);
	tcase_add_test(tc, who_may_be_silent_for_ever_may_get_nothing);
	tcase_add_test(tc, a_piece_that_is_cut_off_each_time_is_given_up);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
