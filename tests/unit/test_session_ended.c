/* SPDX-License-Identifier: BSD-3-Clause */
/* test_session_ended.c - a peer whose process has ended: its host says so. */
#include "fabric/fabric.h"
#include "tests/suite.h"
#include "tests/unit/session_world.h"

#include <check.h>

static void
setup(void)
{
	session_world_open(2, 0, 0);
}

/* The host of node 1 knows; node 0 has something that is not confirmed. */
START_TEST(who_has_ended_is_given_up_soon)
{
	session_world_meet();
	sw.mute = 1;
	sim_net_end(sw.net, 1);
	session_world_give(0, 1, 9);

	session_world_pass(1000);
	ck_assert_uint_ge(sim_net_missed(sw.net, 1), 3);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
	session_world_pass(1000);

	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_str_eq(sw.ends[0].why, "its process has ended: nobody "
					 "listens at its port");
	session_world_pass(2 * SILENCE_MS);
	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
}
END_TEST

/* What node 0 sends does not get there, nor what asks for node 1's port; but
 * what node 1 says comes. */
START_TEST(who_speaks_has_not_ended_whatever_its_host_says)
{
	session_world_meet();
	sim_net_end(sw.net, 1);
	sw.mute = 0;
	session_world_give(0, 1, 9);

	session_world_pass(SILENCE_MS - 1000);

	ck_assert_uint_ge(sim_net_missed(sw.net, 1), 3);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

START_TEST(who_may_be_silent_for_ever_is_not_looked_for)
{
	session_world_close();
	session_world_open_patient(2);
	session_world_meet();
	sw.mute = 1;
	sim_net_end(sw.net, 1);
	session_world_give(0, 1, 9);

	session_world_pass(2 * SILENCE_MS);

	ck_assert_uint_eq(sim_net_missed(sw.net, 1), 0);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

START_TEST(who_has_ended_is_missed_by_who_waits_for_nothing)
{
	session_world_meet();
	session_world_pass(5000);
	ck_assert_uint_eq(sim_net_missed(sw.net, 1), 0);
	sw.mute = 1;
	sim_net_end(sw.net, 1);

	session_world_pass(3000);

	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
}
END_TEST

/* Its host is asked often at first, and then seldom; and no more once it has
 * spoken. */
START_TEST(who_is_silent_and_lives_is_only_asked_for)
{
	unsigned n;

	session_world_meet();
	sw.mute = 1;
	session_world_give(0, 1, 9);
	session_world_pass(SILENCE_MS - 1000);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
	n = sim_net_missed(sw.net, 1);
	ck_assert_uint_ge(n, 10);
	ck_assert_uint_le(n, 40);

	sw.mute = OCR_NODE_NONE;
	session_world_pass(2000);
	n = sim_net_missed(sw.net, 1);
	session_world_pass(2 * SILENCE_MS);

	ck_assert_uint_eq(sim_net_missed(sw.net, 1), n);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

START_TEST(the_end_of_who_may_leave_is_not_looked_for)
{
	session_world_meet();
	sw.ends[0].t->ops->others_leave(sw.ends[0].t);
	sw.mute = 1;
	sim_net_end(sw.net, 1);
	session_world_give(0, 1, 9);

	session_world_pass(SILENCE_MS - 1000);

	ck_assert_uint_eq(sim_net_missed(sw.net, 1), 0);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

/* It may go when it has heard of the end, and nobody knows that of who is only
 * silent. */
START_TEST(who_may_leave_is_given_up_when_it_is_silent)
{
	session_world_meet();
	sw.ends[0].t->ops->others_leave(sw.ends[0].t);
	sw.mute = 1;

	session_world_pass(SILENCE_MS + 1000);

	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("session_ended");
	TCase *tc = tcase_create("session_ended");

	tcase_add_checked_fixture(tc, setup, session_world_close);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, who_has_ended_is_given_up_soon);
	tcase_add_test(tc, who_speaks_has_not_ended_whatever_its_host_says);
	tcase_add_test(tc, who_may_be_silent_for_ever_is_not_looked_for);
	tcase_add_test(tc, who_has_ended_is_missed_by_who_waits_for_nothing);
	tcase_add_test(tc, who_is_silent_and_lives_is_only_asked_for);
	tcase_add_test(tc, the_end_of_who_may_leave_is_not_looked_for);
	tcase_add_test(tc, who_may_leave_is_given_up_when_it_is_silent);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
