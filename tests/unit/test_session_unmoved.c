/* SPDX-License-Identifier: BSD-3-Clause */
/* test_session_unmoved.c - a link that lets small packets pass only: who is
 * heard, and never gets what he is sent; and one that is only slow. */
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
	session_world_meet();
}

static void
check_given_up(const char *why)
{
	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_msg(strncmp(sw.ends[0].why, why, strlen(why)) == 0, "%s",
		      sw.ends[0].why);
	ck_assert_ptr_nonnull(strstr(sw.ends[0].why, "(MTU)?"));
	ck_assert_uint_eq(sw.ends[0].n_warnings, 0); /* of silence */
	/* And the other one hears of it. */
	session_world_break();
	session_world_pass(2000);
	ck_assert_uint_eq(sw.ends[1].n_failed, 1);
}

static void
check_nobody_is_given_up(void)
{
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
	ck_assert_uint_eq(sw.ends[1].n_failed, 0);
}

/* With connections that are made again, one every so many milliseconds. */
static void
pass_with_breaks(unsigned ms, unsigned every_ms)
{
	for (; ms >= every_ms && !sw.ends[0].n_failed; ms -= every_ms) {
		session_world_break();
		session_world_pass(every_ms);
	}
}

/* Words do not overtake what is lost before them. */
START_TEST(on_one_connection_silence_alone_decides)
{
	sw.small_only = true;
	session_world_give(0, 1, 9);

	session_world_pass(SILENCE_MS - 1000);
	check_nobody_is_given_up();
	session_world_pass(2000);

	ck_assert_uint_eq(sw.ends[1].n_failed, 1);
	ck_assert_str_eq(sw.ends[1].why, "nothing has come from it for 10 s");
	ck_assert_uint_eq(sw.ends[1].n_warnings, 1);

	/* Who is heard no more does not say it; a new connection brings it. */
	session_world_break();
	session_world_pass(2000);
	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_ptr_nonnull(strstr(sw.ends[0].why, "has given this node up"));
}
END_TEST

static const unsigned every_ms[] = {500, 1000, 2000, 4000};

START_TEST(connections_that_are_made_again_are_no_progress)
{
	sw.small_only = true;
	session_world_give(0, 1, 9);

	pass_with_breaks(SILENCE_MS, every_ms[_i]);
	check_nobody_is_given_up();
	pass_with_breaks(16000, every_ms[_i]);

	check_given_up("what was sent to it is not confirmed for 11 s, "
		       "though it was heard ");
}
END_TEST

/* One of many packets arrives every nine seconds. */
START_TEST(who_gets_some_now_and_then_is_not_given_up)
{
	for (unsigned i = 0; i < 8; i++) {
		session_world_give(0, 1, i);
		sw.small_only = true;
		session_world_give(0, 1, 100 + i);
		pass_with_breaks(SILENCE_MS - 1000, 1000);
		sw.small_only = false;
		session_world_pass(1000);
	}
	check_nobody_is_given_up();
	ck_assert_uint_eq(sw.ends[1].n_received, 1 + 16);

	/* And none of that counts once all has arrived. */
	session_world_pass(2 * SILENCE_MS);
	session_world_give(0, 1, 9);
	session_world_pass(2 * SILENCE_MS);
	check_nobody_is_given_up();
}
END_TEST

START_TEST(who_may_be_silent_for_ever_may_get_nothing)
{
	session_world_close();
	session_world_open_patient(2);
	session_world_meet();
	sw.small_only = true;
	session_world_give(0, 1, 9);

	pass_with_breaks(3 * SILENCE_MS, 2000);

	check_nobody_is_given_up();
	sw.small_only = false;
	session_world_pass(2000);
	ck_assert_uint_eq(sw.ends[1].n_received, 2);
}
END_TEST

/* Connections have broken before. */
START_TEST(a_link_that_was_down_has_its_chance_on_a_new_connection)
{
	sw.small_only = true;
	session_world_give(0, 1, 9);
	pass_with_breaks(3000, 1000);

	sw.mute = 1;
	pass_with_breaks(9000, 1000);
	sw.mute = OCR_NODE_NONE;
	session_world_pass(500); /* words come first */
	check_nobody_is_given_up();

	sw.small_only = false;
	session_world_break();
	session_world_pass(2000);
	ck_assert_uint_eq(sw.ends[1].n_received, 2);
	check_nobody_is_given_up();
}
END_TEST

/* Below sends again in growing distance. */
START_TEST(a_link_that_was_down_has_more_time_on_the_same_connection)
{
	sw.small_only = true;
	session_world_give(0, 1, 9);
	pass_with_breaks(5000, 1000);

	sw.mute = 1;
	session_world_pass(7000);
	sw.mute = OCR_NODE_NONE;
	session_world_pass(1500);
	check_nobody_is_given_up();

	sw.small_only = false;
	session_world_pass(2000);
	ck_assert_uint_eq(sw.ends[1].n_received, 2);
	check_nobody_is_given_up();
}
END_TEST

/* -- A slow link ----------------------------------------------------------- */

/* So long a packet that is no word takes, in each direction. */
static unsigned packet_ms;
static uint64_t free_ms[2];

static bool
is_held(size_t i)
{
	const struct ocr_session_head *h;
	ocr_node_t from, to;
	char what[160];
	size_t len;

	if (!sim_net_between(sw.net, i, &from, &to))
		return false;
	sim_net_describe(sw.net, i, what, sizeof(what));
	if (strncmp(what, "deliver", 7) != 0)
		return false;
	h = sim_net_head(sw.net, from, to, &len);
	if (!ocr_session_is_data(h->kind))
		return false;
	if (sw.clock_ms < free_ms[from])
		return true;
	free_ms[from] = sw.clock_ms + packet_ms;
	return false;
}

static void
settle_slowly(void)
{
	bool moved = true;
	size_t i;

	while (moved) {
		moved = false;
		for (i = 0; i < 2; i++)
			sw.ends[i].t->ops->poll(sw.ends[i].t);
		for (i = 0; i < sim_net_enabled(sw.net);) {
			if (is_held(i)) {
				i++;
				continue;
			}
			sim_net_fire(sw.net, i);
			moved = true;
			i = 0;
		}
	}
}

static const unsigned slow_ms[] = {100, 150, 165, 180, 200, 300, 1000};

/* More than a window is under way, so what is confirmed comes behind it. */
static void
fill_slow_link(bool both_ways)
{
	uint64_t end;

	free_ms[0] = free_ms[1] = 0;
	for (unsigned i = 0; i < 66; i++) {
		session_world_give(0, 1, i);
		if (both_ways || i == 0)
			session_world_give(1, 0, i);
	}
	end = sw.clock_ms + UINT64_C(68) * packet_ms + SILENCE_MS;
	while (sw.clock_ms < end) {
		sw.clock_ms += STEP_MS;
		settle_slowly();
	}
	check_nobody_is_given_up();
	ck_assert_uint_eq(sw.ends[1].n_received, 1 + 66);
	ck_assert_uint_eq(sw.ends[0].n_received, 1 + (both_ways ? 66 : 1));
}

START_TEST(nobody_is_given_up_behind_a_slow_link_with_a_full_window)
{
	packet_ms = slow_ms[_i / 2];
	fill_slow_link(_i % 2);
}
END_TEST

/* -- Pieces of transfers --------------------------------------------------- */

static struct ocr_transfer piece;
static uint8_t here[64], there[64];

static void
move_piece(bool is_write)
{
	struct ocr_transport *t = sw.ends[0].t;

	piece = (struct ocr_transfer){.peer = 1,
				      .is_write = is_write,
				      .local = here,
				      .len_bytes = sizeof(here)};
	if (is_write)
		ck_assert_int_eq(t->ops->write(t, 1, (uintptr_t)there, here,
					       sizeof(here), &piece),
				 0);
	else
		ck_assert_int_eq(t->ops->read(t, 1, (uintptr_t)there, here,
					      sizeof(here), &piece),
				 0);
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

/* Words pass, and make a piece begin anew. */
static void
pass_without_pieces(unsigned ms)
{
	for (; ms; ms -= STEP_MS) {
		sw.ends[0].t->ops->poll(sw.ends[0].t);
		sw.ends[1].t->ops->poll(sw.ends[1].t);
		fire_packets();
		sw.clock_ms += STEP_MS;
	}
}

/* Nobody has sent a packet that is not acknowledged. */
static void
cut_off_each_time(bool is_write, const char *why)
{
	unsigned i;

	move_piece(is_write);
	for (i = 0; i < 30 && !sw.ends[0].n_failed; i++) {
		pass_without_pieces(1000);
		session_world_break();
	}

	ck_assert_uint_ge(i, 10);
	check_given_up(why);
	ck_assert_uint_eq(sw.ends[0].n_cut, 1);
}

START_TEST(a_read_that_is_cut_off_each_time_is_given_up)
{
	cut_off_each_time(false, "bytes that were asked of it have not come "
				 "for 11 s, though it was heard ");
}
END_TEST

START_TEST(a_write_that_is_cut_off_each_time_is_given_up)
{
	cut_off_each_time(true, "what was sent to it is not confirmed for "
				"11 s, though it was heard ");
}
END_TEST

/* It is large, or the link is slow; and then is cut off once, or twice. */
START_TEST(a_piece_that_takes_long_may_be_cut_off)
{
	move_piece(false);
	for (int i = 0; i < 2; i++) {
		pass_without_pieces(SILENCE_MS + 2000);
		session_world_break();
		pass_without_pieces(2000);
		check_nobody_is_given_up();
	}

	session_world_pass(200);

	check_nobody_is_given_up();
	ck_assert_uint_eq(session_world_stats(0).begun_anew, 2);
	ck_assert_uint_eq(sw.ends[0].n_moved, 1);
	ck_assert_uint_eq(sw.ends[0].n_cut, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("session_unmoved");
	TCase *tc = tcase_create("session_unmoved");

	tcase_add_checked_fixture(tc, setup, session_world_close);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, on_one_connection_silence_alone_decides);
	tcase_add_loop_test(tc, connections_that_are_made_again_are_no_progress,
			    0, sizeof(every_ms) / sizeof(every_ms[0]));
	tcase_add_test(tc, who_gets_some_now_and_then_is_not_given_up);
	tcase_add_test(tc, who_may_be_silent_for_ever_may_get_nothing);
	tcase_add_test(tc,
		       a_link_that_was_down_has_its_chance_on_a_new_connection);
	tcase_add_test(
		tc, a_link_that_was_down_has_more_time_on_the_same_connection);
	tcase_add_loop_test(
		tc, nobody_is_given_up_behind_a_slow_link_with_a_full_window, 0,
		2 * sizeof(slow_ms) / sizeof(slow_ms[0]));
	tcase_add_test(tc, a_read_that_is_cut_off_each_time_is_given_up);
	tcase_add_test(tc, a_write_that_is_cut_off_each_time_is_given_up);
	tcase_add_test(tc, a_piece_that_takes_long_may_be_cut_off);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
