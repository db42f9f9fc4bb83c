/* SPDX-License-Identifier: BSD-3-Clause */
/* test_extend.c - ops that come into a packet in pieces: two at once, or more
 * while it has not left. */
#include "fabric/fabric.h"

#include "tests/suite.h"
#include "tests/unit/fabric_world.h"

#include <check.h>

#define MTU 512

static struct world world;
static struct world *w = &world;

static void
open_two(void)
{
	world_open(w, &(struct sim_net_config){
			      .n_nodes = 2,
			      .mtu_bytes = MTU,
			      .piece_bytes = 256,
			      .seed = 1,
		      });
}

static void
close_two(void)
{
	world_close(w);
}

START_TEST(the_last_op_that_has_not_left_may_become_longer)
{
	uint64_t first = world_send(w, 0, 1, WORLD_DATA, 16), second, last;

	ck_assert(world_extend(w, 0, 1, first, 16));
	ck_assert(world_extend(w, 0, 1, first, 24));
	second = world_send(w, 0, 1, WORLD_DATA, 24);
	ck_assert(!world_extend(w, 0, 1, first, 32));
	ck_assert(world_extend(w, 0, 1, second, 24));
	ocr_fabric_flush(w->nodes[0].f);
	ck_assert(!world_extend(w, 0, 1, second, 32));
	last = world_send(w, 0, 1, WORLD_DATA, 3 * MTU);
	ck_assert(!world_extend(w, 0, 1, last, 3 * MTU));
	last = world_send(w, 0, 1, WORLD_DATA, MTU - 16);
	ck_assert(!world_extend(w, 0, 1, last, MTU - 16));
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], last);
	ck_assert_uint_eq(w->nodes[1].lost[0], 0);
}
END_TEST

/* Which they are is seen in tests/sim/test_brief.c. */
START_TEST(bits_of_the_last_op_that_has_not_left_are_set)
{
	static const uint64_t none[2] = {0, 0};
	struct ocr_fabric *f = w->nodes[0].f;
	uint64_t first = world_send(w, 0, 1, WORLD_DATA, 32), second;

	ck_assert(ocr_fabric_amend(f, 1, first, 16, none, 2));
	ck_assert(world_extend(w, 0, 1, first, 32));
	ck_assert(ocr_fabric_amend(f, 1, first, 16, none, 1));
	second = world_send(w, 0, 1, WORLD_DATA, 24);
	ck_assert(!ocr_fabric_amend(f, 1, first, 16, none, 1));
	ck_assert(ocr_fabric_amend(f, 1, second, 16, none, 1));
	ocr_fabric_flush(f);
	ck_assert(!ocr_fabric_amend(f, 1, second, 16, none, 1));
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], second);
	ck_assert_uint_eq(w->nodes[1].lost[0], 0);
}
END_TEST

START_TEST(what_is_sent_now_does_not)
{
	uint64_t seq = world_send_now(w, 0, 1, WORLD_DATA, 16);

	ck_assert(!world_extend(w, 0, 1, seq, 16));
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], 1);
}
END_TEST

START_TEST(one_in_two_pieces_may_become_longer_too)
{
	uint64_t seq;

	world_send(w, 0, 1, WORLD_DATA, 24);
	seq = world_send_pieces(w, 0, 1, WORLD_DATA, 32, 0);
	ck_assert(world_extend(w, 0, 1, seq, 32));
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], seq);
	ck_assert_uint_eq(w->nodes[1].lost[0], 0);
}
END_TEST

START_TEST(one_in_two_pieces_takes_the_place_of_the_last_one)
{
	uint64_t first, second, last;

	first = world_send(w, 0, 1, WORLD_DATA, 24);
	second = world_send(w, 0, 1, WORLD_DATA, 40);
	/* Not the last. */
	ck_assert(!world_send_instead(w, 0, 1, first, false, false));
	last = world_send(w, 0, 1, WORLD_DATA, 40);
	ck_assert(!world_send_instead(w, 0, 1, second, false, false));
	/* It is longer by some bytes then, as any. */
	last = world_send(w, 0, 1, WORLD_DATA, 40);
	ck_assert(world_send_instead(w, 0, 1, last, true, false));
	ck_assert(world_extend(w, 0, 1, last, 48));
	world_send(w, 0, 1, WORLD_DATA, 24);
	/* It has left. */
	last = world_send(w, 0, 1, WORLD_DATA, 24);
	ocr_fabric_flush(w->nodes[0].f);
	ck_assert(!world_send_instead(w, 0, 1, last, false, false));
	/* There is no room. */
	ocr_fabric_flush(w->nodes[0].f);
	world_send(w, 0, 1, WORLD_DATA,
		   (uint32_t)ocr_fabric_packet_bytes(w->nodes[0].f) - 16);
	last = world_send(w, 0, 1, WORLD_DATA, 16);
	ck_assert(!world_send_instead(w, 0, 1, last, false, false));
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], w->nodes[0].sent[1]);
	ck_assert_uint_eq(w->nodes[1].lost[0], 0);
}
END_TEST

/* No packet is made of it before. */
START_TEST(so_it_does_of_one_that_can_wait)
{
	struct ocr_fabric *f = w->nodes[0].f;
	uint64_t last = world_send(w, 0, 1, WORLD_LATER, 40);

	ck_assert(!ocr_fabric_dirty(f));
	ck_assert(world_send_instead(w, 0, 1, last, true, false));
	ck_assert(ocr_fabric_dirty(f));
	/* It is not that one, or one that is not alone, or has left. */
	ocr_fabric_flush(f);
	last = world_send(w, 0, 1, WORLD_LATER, 40);
	ck_assert(!world_send_instead(w, 0, 1, last - 1, false, false));
	ck_assert(!world_send_instead(w, 0, 1, last, false, false));
	ocr_fabric_flush(f);
	last = world_send(w, 0, 1, WORLD_LATER, 24);
	world_send(w, 0, 1, WORLD_LATER, 24);
	ck_assert(!world_send_instead(w, 0, 1, last, false, false));
	ocr_fabric_flush(f);
	world_run(w);
	last = world_send(w, 0, 1, WORLD_LATER, 24);
	ocr_fabric_poll(f);
	ck_assert(!world_send_instead(w, 0, 1, last, false, false));
	ocr_fabric_flush(f);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], w->nodes[0].sent[1]);
	ck_assert_uint_eq(w->nodes[1].lost[0], 0);
}
END_TEST

/* Up to what three packets take, beside others. */
START_TEST(an_op_in_two_pieces_arrives_as_one)
{
	uint32_t max = (uint32_t)ocr_fabric_packet_bytes(w->nodes[0].f);

	for (uint32_t len = 16; len <= 3 * max + 8; len += 8) {
		world_send(w, 0, 1, WORLD_DATA, 24);
		world_send_pieces(w, 0, 1, WORLD_DATA, len, 0);
	}
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], w->nodes[0].sent[1]);
}
END_TEST

/* byte_of() has a zero as the last of 40 bytes of the 263rd op. */
START_TEST(what_is_missing_behind_two_pieces_are_zeros)
{
	for (int i = 0; i < 262; i++)
		world_send(w, 0, 1, WORLD_DATA, 104);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);
	world_send_pieces(w, 0, 1, WORLD_DATA, 56, 1);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], 263);
}
END_TEST

/* So it has of the 7th, if it has 40 bytes and a multiple of 256. */
START_TEST(so_they_are_where_it_is_cut)
{
	uint32_t max = (uint32_t)ocr_fabric_packet_bytes(w->nodes[0].f);

	for (int i = 0; i < 6; i++)
		world_send(w, 0, 1, WORLD_DATA, 104);
	world_send_pieces(w, 0, 1, WORLD_DATA, 56 + max / 256 * 512, 1);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], 7);
}
END_TEST

START_TEST(packets_that_have_not_left_are_counted)
{
	uint32_t max = (uint32_t)ocr_fabric_packet_bytes(w->nodes[0].f);

	ck_assert(!ocr_fabric_is_behind(w->nodes[0].f, 1, 0));
	world_send_pieces(w, 0, 1, WORLD_DATA, 10 * max, 0);
	ck_assert(ocr_fabric_is_behind(w->nodes[0].f, 1, 9));
	ck_assert(!ocr_fabric_is_behind(w->nodes[0].f, 1, 20));
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);

	ck_assert(!ocr_fabric_is_behind(w->nodes[0].f, 1, 0));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("extend");
	TCase *t = tcase_create("extend");

	tcase_add_checked_fixture(t, open_two, close_two);
	tcase_add_test(t, so_it_does_of_one_that_can_wait);
	tcase_add_test(t, the_last_op_that_has_not_left_may_become_longer);
	tcase_add_test(t, bits_of_the_last_op_that_has_not_left_are_set);
	tcase_add_test(t, what_is_sent_now_does_not);
	tcase_add_test(t, one_in_two_pieces_may_become_longer_too);
	tcase_add_test(t, one_in_two_pieces_takes_the_place_of_the_last_one);
	tcase_add_test(t, an_op_in_two_pieces_arrives_as_one);
	tcase_add_test(t, what_is_missing_behind_two_pieces_are_zeros);
	tcase_add_test(t, so_they_are_where_it_is_cut);
	tcase_add_test(t, packets_that_have_not_left_are_counted);
	suite_add_tcase(s, t);
	return run_suite(s);
}
