/* SPDX-License-Identifier: BSD-3-Clause */
/* test_first.c - ops that leave at once where a packet costs little, and do not
 * gather (ocr_fabric_send_first()). */
#include "fabric/fabric.h"

#include "tests/suite.h"
#include "tests/unit/fabric_world.h"

#include <check.h>

#define MTU 512

static struct world world;
static struct world *w = &world;

static void
open_two(bool sends_at_once, unsigned refuse_percent)
{
	world_open(w, &(struct sim_net_config){
			      .n_nodes = 2,
			      .mtu_bytes = MTU,
			      .piece_bytes = 256,
			      .seed = 1,
			      .refuse_percent = refuse_percent,
			      .sends_at_once = sends_at_once,
		      });
}

static struct ocr_fabric_stats
stats(void)
{
	struct ocr_fabric_stats s;

	ocr_fabric_get_stats(w->nodes[0].f, &s);
	return s;
}

/* All has arrived, in its order. */
static void
end(uint64_t n_ops, uint64_t n_packets)
{
	ocr_fabric_flush(w->nodes[0].f);
	ck_assert_uint_eq(stats().packets_sent, n_packets);
	world_run(w);
	ck_assert_uint_eq(w->nodes[1].handled[0], n_ops);
	ck_assert_uint_eq(w->nodes[1].lost[0], 0);
	ck_assert(ocr_fabric_is_idle(w->nodes[0].f));
	world_close(w);
}

START_TEST(the_first_leaves_at_once)
{
	open_two(true, 0);
	world_send_first(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(stats().packets_sent, 1);
	ck_assert_uint_eq(stats().bytes_sent, 8 + 24);
	ck_assert(!ocr_fabric_dirty(w->nodes[0].f));
	world_send_first(w, 0, 1, WORLD_DATA, MTU - 16);
	ck_assert_uint_eq(stats().packets_sent, 2);
	end(2, 2);
}
END_TEST

START_TEST(what_has_gathered_leaves_before_it)
{
	open_two(true, 0);
	world_send(w, 0, 1, WORLD_DATA, 24);
	world_send_first(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(stats().packets_sent, 0);
	ck_assert(ocr_fabric_dirty(w->nodes[0].f));
	world_send_now(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(stats().packets_sent, 1);
	world_send_now(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(stats().packets_sent, 2);
	end(4, 2);
}
END_TEST

START_TEST(one_that_is_cut_does_not)
{
	open_two(true, 0);
	world_send_first(w, 0, 1, WORLD_DATA, 3 * MTU);
	world_send_first(w, 0, 1, WORLD_DATA, 24);
	end(2, 5);
}
END_TEST

START_TEST(so_does_one_in_pieces_with_what_could_wait)
{
	uint64_t last;

	open_two(true, 0);
	world_send_instead(w, 0, 1, 0, false, true);
	ck_assert_uint_eq(stats().packets_sent, 1);
	ck_assert_uint_eq(stats().bytes_sent, 8 + 16 + 16 + 8);
	last = world_send(w, 0, 1, WORLD_LATER, 40);
	ck_assert_uint_eq(stats().packets_sent, 1);
	ck_assert(world_send_instead(w, 0, 1, last, true, true));
	ck_assert_uint_eq(stats().packets_sent, 2);
	ck_assert_uint_eq(stats().bytes_sent, 2 * (8 + 16 + 16 + 8) + 8);
	/* It is behind what it does not replace. */
	last = world_send(w, 0, 1, WORLD_LATER, 40);
	world_send_first(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(stats().packets_sent, 2);
	world_send_now(w, 0, 1, WORLD_LATER, 40);
	ck_assert_uint_eq(stats().packets_sent, 3);
	last = world_send(w, 0, 1, WORLD_LATER, 40);
	ck_assert(!world_send_instead(w, 0, 1, last - 1, false, true));
	ck_assert_uint_eq(stats().packets_sent, 3);
	end(7, 4);
}
END_TEST

START_TEST(without_room_it_gathers_in_place_of_that)
{
	uint64_t last;

	open_two(true, 100);
	last = world_send(w, 0, 1, WORLD_LATER, 40);
	ck_assert(world_send_instead(w, 0, 1, last, true, true));
	world_send_instead(w, 0, 1, 0, false, true);
	ck_assert_uint_eq(stats().packets_sent, 0);
	sim_net_refuse(w->net, 0);
	end(2, 1);
}
END_TEST

START_TEST(where_a_packet_costs_more_it_gathers)
{
	open_two(false, 0);
	world_send_first(w, 0, 1, WORLD_DATA, 24);
	world_send_first(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(stats().packets_sent, 0);
	end(2, 1);
}
END_TEST

START_TEST(without_room_it_gathers)
{
	open_two(true, 100);
	world_send_first(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(stats().packets_sent, 0);
	ck_assert(ocr_fabric_dirty(w->nodes[0].f));
	world_send_first(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(stats().packets_sent, 0);
	sim_net_refuse(w->net, 0);
	end(2, 1);
}
END_TEST

/* What the answer confirms was not sent when the op before it was. */
START_TEST(it_carries_confirmations_and_is_confirmed)
{
	struct ocr_confirm c = {.fn = NULL};

	open_two(true, 0);
	for (int i = 0; i < 50; i++) {
		world_send_first(w, 0, 1, WORLD_DATA, 24);
		world_run(w);
		world_send_first(w, 1, 0, WORLD_DATA, 24);
		world_run(w);
	}
	ck_assert(ocr_fabric_confirm(w->nodes[0].f, 1, 50, &c));
	end(50, 50);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("first");
	TCase *t = tcase_create("first");

	tcase_add_test(t, so_does_one_in_pieces_with_what_could_wait);
	tcase_add_test(t, without_room_it_gathers_in_place_of_that);
	tcase_add_test(t, the_first_leaves_at_once);
	tcase_add_test(t, what_has_gathered_leaves_before_it);
	tcase_add_test(t, one_that_is_cut_does_not);
	tcase_add_test(t, where_a_packet_costs_more_it_gathers);
	tcase_add_test(t, without_room_it_gathers);
	tcase_add_test(t, it_carries_confirmations_and_is_confirmed);
	suite_add_tcase(s, t);
	return run_suite(s);
}
