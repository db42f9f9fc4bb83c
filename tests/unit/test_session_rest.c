/* SPDX-License-Identifier: BSD-3-Clause */
/* test_session_rest.c - nodes that are short of descriptors let pairs rest. */
#include "tests/suite.h"
#include "tests/unit/session_world.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define N   4
#define ALL 0xf

/* Longer than anybody who was refused waits before he asks again. */
#define LONG_MS 15000

/* All have spoken with all. */
static void
open_short(uint32_t short_nodes)
{
	session_world_open(N, 0, short_nodes);
	for (ocr_node_t i = 0; i < N; i++)
		for (ocr_node_t k = 0; k < N; k++)
			if (k != i)
				session_world_give(i, k, 7);
	session_world_pass(STEP_MS);
	for (ocr_node_t i = 0; i < N; i++)
		ck_assert_uint_eq(sw.ends[i].n_received, N - 1);
}

static void
setup(void)
{
	open_short(ALL);
	session_world_pass(LONG_MS);
}

static void
forget(void)
{
	memset(sw.n_arrived, 0, sizeof(sw.n_arrived));
}

static unsigned
between(ocr_node_t a, ocr_node_t b)
{
	return sw.n_arrived[a][b] + sw.n_arrived[b][a];
}

static unsigned
n_failed(void)
{
	unsigned n = 0;

	for (ocr_node_t i = 0; i < N; i++)
		n += sw.ends[i].n_failed;
	return n;
}

START_TEST(pairs_rest_but_each_node_is_heard_by_the_next)
{
	forget();
	session_world_pass(30000);

	ck_assert_uint_eq(between(0, 2), 0);
	ck_assert_uint_eq(between(1, 3), 0);
	for (ocr_node_t i = 0; i < N; i++) {
		ck_assert_uint_ge(sw.n_arrived[i][(i + 1) % N], 28);
		ck_assert_uint_le(sw.n_arrived[i][(i + 1) % N], 32);
	}
	ck_assert_uint_eq(n_failed(), 0);
}
END_TEST

START_TEST(where_nobody_is_short_nobody_rests)
{
	session_world_close();
	open_short(0);
	session_world_pass(LONG_MS);
	forget();
	session_world_pass(30000);

	for (ocr_node_t i = 0; i < N; i++)
		for (ocr_node_t k = 0; k < i; k++)
			ck_assert_uint_ge(between(i, k), 56);
}
END_TEST

START_TEST(one_that_is_short_is_let_rest_by_all_but_who_needs_it)
{
	session_world_close();
	open_short(1 << 0);
	session_world_pass(LONG_MS);
	forget();
	session_world_pass(30000);

	ck_assert_uint_eq(between(0, 2), 0);
	ck_assert_uint_ge(between(0, 1), 56);
	ck_assert_uint_ge(between(3, 0), 56);
	ck_assert_uint_ge(between(1, 3), 56);
	ck_assert_uint_eq(n_failed(), 0);
}
END_TEST

START_TEST(who_speaks_wakes_both)
{
	forget();
	session_world_give(2, 0, 8);
	session_world_pass(1500);

	ck_assert_uint_eq(sw.ends[0].n_received, N);
	ck_assert_uint_eq(sw.ends[0].last, 8);
	ck_assert_uint_ge(sw.n_arrived[0][2], 1);

	session_world_pass(LONG_MS);
	forget();
	session_world_pass(30000);
	ck_assert_uint_eq(between(0, 2), 0);
	ck_assert_uint_eq(n_failed(), 0);
}
END_TEST

START_TEST(who_is_gone_is_missed_by_those_who_heard_him)
{
	sw.mute = 2;
	session_world_pass(SILENCE_MS + 1000);

	ck_assert_uint_eq(sw.ends[3].n_failed, 1);
	ck_assert_uint_eq(sw.ends[1].n_failed, 1);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
}
END_TEST

START_TEST(who_waits_for_one_that_rests_counts_from_then)
{
	session_world_pass(3 * SILENCE_MS);
	sw.mute = 2;
	session_world_give(0, 2, 9);
	session_world_pass(SILENCE_MS - 1000);
	ck_assert_uint_eq(sw.ends[0].n_failed, 0);
	session_world_pass(2000);

	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_str_eq(sw.ends[0].why, "nothing has come from it for 10 s");
}
END_TEST

/* While they agree, all that one of them says is lost for a while. */
START_TEST(a_word_that_is_lost_ends_no_life)
{
	session_world_close();
	open_short(ALL);
	session_world_pass((uint64_t)_i / 2 * 100);
	sw.mute = _i % 2 ? 0 : 2;
	session_world_pass(1500);
	sw.mute = OCR_NODE_NONE;
	session_world_pass(60000);

	ck_assert_uint_eq(n_failed(), 0);
	forget();
	session_world_pass(30000);
	ck_assert_uint_eq(between(0, 2), 0);
	ck_assert_uint_ge(between(0, 1), 56);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("session_rest");
	TCase *tc = tcase_create("session_rest");

	tcase_add_checked_fixture(tc, setup, session_world_close);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, pairs_rest_but_each_node_is_heard_by_the_next);
	tcase_add_test(tc, where_nobody_is_short_nobody_rests);
	tcase_add_test(tc,
		       one_that_is_short_is_let_rest_by_all_but_who_needs_it);
	tcase_add_test(tc, who_speaks_wakes_both);
	tcase_add_test(tc, who_is_gone_is_missed_by_those_who_heard_him);
	tcase_add_test(tc, who_waits_for_one_that_rests_counts_from_then);
	tcase_add_loop_test(tc, a_word_that_is_lost_ends_no_life, 0, 40);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
