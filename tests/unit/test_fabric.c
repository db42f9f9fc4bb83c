/* SPDX-License-Identifier: BSD-3-Clause */
/* test_fabric.c - ops and confirmations over the simulated net. */
#include "fabric/fabric.h"

#include "tests/suite.h"
#include "tests/unit/fabric_world.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MTU   512
#define PIECE 256

static struct world world;
static struct world *w = &world;

static void
open_nodes_by(bool sends_at_once, uint32_t n_nodes, uint64_t seed,
	      unsigned refuse_percent)
{
	struct sim_net_config c = {
		.n_nodes = n_nodes,
		.mtu_bytes = MTU,
		.piece_bytes = PIECE,
		.seed = seed,
		.refuse_percent = refuse_percent,
		.sends_at_once = sends_at_once,
	};

	world_open(w, &c);
}

static void
open_nodes(uint32_t n_nodes, uint64_t seed, unsigned refuse_percent)
{
	open_nodes_by(false, n_nodes, seed, refuse_percent);
}

static void
open_two(void)
{
	open_nodes(2, 1, 0);
}

static void
close_world(void)
{
	world_close(w);
}

/* One wish to be told, which checks that it is not told too early. */
struct wish {
	struct ocr_confirm c;
	ocr_node_t from, to;
	uint64_t seq;
	unsigned told;
};

static unsigned n_told;

static void
on_confirmed(struct ocr_confirm *c)
{
	struct wish *wish = (struct wish *)c;

	ck_assert_uint_ge(w->nodes[wish->to].handled[wish->from], wish->seq);
	wish->told++;
	n_told++;
}

static bool
wish_for(struct wish *wish, ocr_node_t from, ocr_node_t to, uint64_t seq)
{
	*wish = (struct wish){
		.c.fn = on_confirmed, .from = from, .to = to, .seq = seq};
	return ocr_fabric_confirm(w->nodes[from].f, to, seq, &wish->c);
}

/* A whole job of 4 nodes: sends of every size, flushes and wishes between
 * things that happen, all chosen by the seed. */
#define WISHES 64

static uint64_t (*const sends[])(struct world *w, ocr_node_t from,
				 ocr_node_t to, enum world_op_type type,
				 uint32_t len_bytes) = {
	world_send, world_send_first, world_send_now};

static const enum world_op_type types[9] = {
	WORLD_DATA,  WORLD_DATA,  WORLD_DATA,  WORLD_DATA, WORLD_DATA,
	WORLD_LATER, WORLD_LATER, WORLD_LATER, WORLD_REPLY};

static void
play(bool sends_at_once, uint64_t seed, unsigned refuse_percent)
{
	static struct wish wishes[WISHES];
	unsigned n_wishes = 0;

	open_nodes_by(sends_at_once, 4, seed, refuse_percent);
	n_told = 0;
	for (int i = 0; i < 1000; i++) {
		ocr_node_t from = world_random(w, 4);
		ocr_node_t to = (from + 1 + world_random(w, 3)) % 4;
		uint32_t max = world_random(w, 16) ? 100 : 3 * MTU;
		struct ocr_fabric *f = w->nodes[from].f;

		switch (world_random(w, 8)) {
		case 0 ... 2:
			sends[world_random(w, 3)](
				w, from, to, types[world_random(w, 9)],
				16 + 8 * world_random(w, max / 8));
			break;
		case 3:
			ocr_fabric_flush(f);
			break;
		case 4:
			if (n_wishes == WISHES || !w->nodes[from].sent[to])
				break;
			if (wish_for(&wishes[n_wishes], from, to,
				     1 + world_random(w,
						      w->nodes[from].sent[to])))
				ck_assert_uint_ge(w->nodes[to].handled[from],
						  wishes[n_wishes].seq);
			else
				n_wishes++;
			break;
		default:
			world_step(w);
		}
	}
	for (ocr_node_t i = 0; i < 4; i++)
		ocr_fabric_flush(w->nodes[i].f);
	world_run(w);

	ck_assert_uint_eq(n_told, n_wishes);
	for (unsigned i = 0; i < n_wishes; i++)
		ck_assert_uint_eq(wishes[i].told, 1);
	for (ocr_node_t i = 0; i < 4; i++) {
		ck_assert(ocr_fabric_is_idle(w->nodes[i].f));
		for (ocr_node_t k = 0; k < 4; k++) {
			ck_assert_uint_eq(w->nodes[k].handled[i],
					  w->nodes[i].sent[k]);
			ck_assert_uint_eq(w->nodes[i].lost[k], 0);
		}
	}
	world_close(w);
}

START_TEST(ops_arrive_once_and_in_order_and_are_confirmed_after_that)
{
	play(false, _i, 0);
}
END_TEST

START_TEST(a_transport_without_room_changes_nothing_of_that)
{
	play(false, _i, 30);
}
END_TEST

/* Seeds without room, so that packets queue; the closing is half of it. */
START_TEST(nor_does_one_that_has_sent_at_once)
{
	play(true, _i, _i % 2 ? 30 : 0);
}
END_TEST

START_TEST(what_is_sent_now_leaves_with_what_has_gathered)
{
	world_send(w, 0, 1, WORLD_DATA, 24);
	world_send_now(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(world_packets(w, 0), 1);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], 2);
	ck_assert_uint_eq(world_packets(w, 0), 1);
}
END_TEST

START_TEST(the_largest_op_arrives_whole)
{
	world_send(w, 0, 1, WORLD_DATA, OCR_OP_MAX_BYTES);
	world_send(w, 0, 1, WORLD_DATA, 24);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], 2);
}
END_TEST

START_TEST(packets_that_left_at_once_behind_each_other_are_given_back_once)
{
	open_nodes_by(true, 2, 1, 0);
	world_send(w, 0, 1, WORLD_DATA, 5 * MTU);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);
	ck_assert_uint_eq(w->nodes[1].handled[0], 1);

	/* Nothing has taken them since. */
	world_close(w);
}
END_TEST

START_TEST(one_confirmation_serves_all_groups_before_it)
{
	struct wish wishes[3];

	/* Two packets under way, so that the rest gathers. */
	for (int i = 0; i < 2; i++) {
		world_send(w, 0, 1, WORLD_DATA, 24);
		ocr_fabric_flush(w->nodes[0].f);
	}
	for (int i = 0; i < 10; i++)
		world_send(w, 0, 1, WORLD_DATA, 24);
	n_told = 0;
	ck_assert(!wish_for(&wishes[0], 0, 1, 12));
	ck_assert(!wish_for(&wishes[1], 0, 1, 4));
	ck_assert(!wish_for(&wishes[2], 0, 1, 8));
	world_run(w);

	ck_assert_uint_eq(n_told, 3);
	ck_assert_uint_eq(world_packets(w, 0), 3);
	ck_assert_uint_eq(world_packets(w, 1), 1);
	ck_assert(wish_for(&wishes[0], 0, 1, 12));
}
END_TEST

/* Makes that thing happen whose description begins so. */
static void
fire(const char *begin)
{
	char what[160];

	for (size_t i = 0; i < sim_net_enabled(w->net); i++) {
		sim_net_describe(w->net, i, what, sizeof(what));
		if (strncmp(what, begin, strlen(begin)) == 0) {
			ocr_fabric_poll(w->nodes[sim_net_fire(w->net, i)].f);
			return;
		}
	}
	ck_abort_msg("nothing begins with %s", begin);
}

START_TEST(who_waits_for_less_is_told_first_whoever_came_first)
{
	struct wish all, half;

	for (int i = 0; i < 2; i++) {
		world_send(w, 0, 1, WORLD_DATA, 24);
		ocr_fabric_flush(w->nodes[0].f);
	}
	n_told = 0;
	ck_assert(!wish_for(&all, 0, 1, 2));
	ck_assert(!wish_for(&half, 0, 1, 1));
	fire("deliver 0->1 seq 1");
	world_send(w, 1, 0, WORLD_DATA, 24);
	ocr_fabric_flush(w->nodes[1].f);
	fire("deliver 1->0 seq 1");

	ck_assert_uint_eq(half.told, 1);
	ck_assert_uint_eq(all.told, 0);
	world_run(w);
	ck_assert_uint_eq(all.told, 1);
}
END_TEST

START_TEST(a_wish_for_ops_that_have_left_is_asked_in_an_empty_packet)
{
	struct wish wish;

	world_send(w, 0, 1, WORLD_DATA, 24);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);
	n_told = 0;
	ck_assert(!wish_for(&wish, 0, 1, 1));
	world_run(w);

	ck_assert_uint_eq(n_told, 1);
	ck_assert_uint_eq(world_packets(w, 0), 2);
	ck_assert_uint_eq(world_packets(w, 1), 1);
}
END_TEST

START_TEST(ops_gather_while_packets_are_under_way)
{
	const unsigned n = 1000;

	for (unsigned i = 0; i < n; i++) {
		world_send(w, 0, 1, WORLD_DATA, 16);
		ocr_fabric_flush(w->nodes[0].f);
		if (i % 16 == 0)
			world_step(w);
	}
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], n);
	ck_assert_uint_lt(world_packets(w, 0), n / 10);
}
END_TEST

START_TEST(nothing_leaves_that_nobody_asked_for)
{
	for (int i = 0; i < 10; i++) {
		world_send(w, 0, 1, WORLD_DATA, 24);
		ocr_fabric_flush(w->nodes[0].f);
		world_run(w);
	}

	ck_assert_uint_eq(world_packets(w, 0), 10);
	ck_assert_uint_eq(world_packets(w, 1), 0);
}
END_TEST

START_TEST(a_confirmation_rides_on_the_reply)
{
	struct wish wish;
	uint64_t seq = world_send(w, 0, 1, WORLD_REPLY, 24);

	n_told = 0;
	ck_assert(!wish_for(&wish, 0, 1, seq));
	world_run(w);

	ck_assert_uint_eq(n_told, 1);
	ck_assert_uint_eq(w->nodes[0].handled[1], 1);
	ck_assert_uint_eq(world_packets(w, 0), 1);
	ck_assert_uint_eq(world_packets(w, 1), 1);
}
END_TEST

START_TEST(an_op_whose_handler_fails_counts_as_handled)
{
	struct wish wish;

	n_told = 0;
	ck_assert(!wish_for(&wish, 0, 1, world_send(w, 0, 1, WORLD_FAIL, 16)));
	world_run(w);

	ck_assert_uint_eq(n_told, 1);
}
END_TEST

START_TEST(dirty_means_that_flush_has_something_to_do)
{
	struct ocr_fabric *f = w->nodes[0].f;

	ck_assert(!ocr_fabric_dirty(f));
	ck_assert(ocr_fabric_is_idle(f));
	world_send(w, 0, 1, WORLD_DATA, 24);
	ck_assert(ocr_fabric_dirty(f));
	ck_assert(!ocr_fabric_is_idle(f));
	ocr_fabric_flush(f);
	ck_assert(!ocr_fabric_dirty(f));
	ck_assert(!ocr_fabric_is_idle(f));
	world_run(w);
	ck_assert(ocr_fabric_is_idle(f));
}
END_TEST

START_TEST(nothing_waits_for_a_transport_that_has_no_room)
{
	static char here[16], there[16];
	struct world_copy copy;
	struct wish wish;

	open_nodes(2, 1, 100);
	world_send(w, 0, 1, WORLD_DATA, 5 * MTU);
	ck_assert(!wish_for(&wish, 0, 1, 1));
	world_read(w, &copy, 1, there, here, 16);
	for (int i = 0; i < 3; i++)
		ocr_fabric_poll(w->nodes[0].f);

	ck_assert(!ocr_fabric_is_idle(w->nodes[0].f));
	ck_assert(!ocr_fabric_dirty(w->nodes[0].f));
	ck_assert_uint_eq(world_packets(w, 0), 0);
	ck_assert_uint_eq(w->nodes[0].lost[1], 0);
	world_close(w);
}
END_TEST

START_TEST(a_lost_peer_is_reported_once_and_takes_what_was_its_own_along)
{
	static char here[8 * PIECE], there[8 * PIECE];
	struct world_copy begun;
	struct world_copy late;
	struct wish wish;
	uint64_t seq;

	open_nodes_by(_i % 3 == 2, 3, _i, _i % 2 ? 30 : 0);
	n_told = 0;
	world_read(w, &begun, 1, there, here, sizeof(here));
	for (int i = 0; i < 100; i++)
		world_send(w, 0, 1, WORLD_DATA, 64);
	world_send(w, 1, 0, WORLD_DATA, 24);
	ocr_fabric_flush(w->nodes[1].f);
	sim_net_kill(w->net, 1);
	w->nodes[1].dead = true;
	seq = world_send(w, 0, 1, WORLD_DATA, 5 * MTU);
	ck_assert(!wish_for(&wish, 0, 1, seq));
	world_run(w);
	world_read(w, &late, 1, there, here, sizeof(here));
	ck_assert_uint_eq(late.ended, 0);
	ck_assert_uint_eq(world_send(w, 0, 1, WORLD_DATA, 24), seq + 1);
	ck_assert(!wish_for(&wish, 0, 1, seq + 1));
	world_run(w);

	ck_assert_uint_eq(w->nodes[0].lost[1], 1);
	ck_assert_uint_eq(w->nodes[2].lost[1], 1);
	ck_assert_uint_eq(w->nodes[0].lost[2], 0);
	ck_assert_uint_eq(n_told, 0);
	ck_assert_uint_eq(begun.ended, 1);
	ck_assert_int_eq(begun.status, -EHOSTDOWN);
	ck_assert_uint_eq(late.ended, 1);
	ck_assert_int_eq(late.status, -EHOSTDOWN);
	ck_assert(ocr_fabric_is_idle(w->nodes[0].f));
	world_close(w);
}
END_TEST

START_TEST(a_packet_that_is_missing_means_a_lost_peer)
{
	for (int i = 0; i < 2; i++) {
		world_send(w, 0, 1, WORLD_DATA, 24);
		ocr_fabric_flush(w->nodes[0].f);
	}
	sim_net_drop(w->net, 0, 1);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].lost[0], 1);
	ck_assert_uint_eq(w->nodes[1].handled[0], 0);
	ck_assert_str_eq(w->nodes[1].why, "packet lost or repeated");
}
END_TEST

START_TEST(a_packet_that_comes_twice_means_a_lost_peer)
{
	uint8_t copy[MTU];
	size_t len;
	void *head;

	world_send(w, 0, 1, WORLD_DATA, 24);
	ocr_fabric_flush(w->nodes[0].f);
	head = sim_net_head(w->net, 0, 1, &len);
	memcpy(copy, head, len);
	sim_net_inject(w->net, 0, 1, copy, len);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], 1);
	ck_assert_uint_eq(w->nodes[1].lost[0], 1);
	ck_assert_str_eq(w->nodes[1].why, "packet lost or repeated");
}
END_TEST

/* Node 2, a member, sends what node 0 has sent: a packet names nobody. */
START_TEST(a_packet_is_of_whom_the_transport_says)
{
	struct ocr_fabric_stats stats;
	uint8_t copy[MTU];
	size_t len;
	void *head;

	close_world();
	open_nodes(3, 1, 0);
	world_send(w, 0, 1, WORLD_DATA, 24);
	ocr_fabric_flush(w->nodes[0].f);
	head = sim_net_head(w->net, 0, 1, &len);
	memcpy(copy, head, len);
	sim_net_inject(w->net, 2, 1, copy, len);
	while (sim_net_head(w->net, 2, 1, &len))
		world_step(w);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], 1);
	ck_assert_uint_eq(w->nodes[1].handled[2], 1);
	ck_assert_uint_eq(w->nodes[1].lost[0], 0);
	ck_assert_uint_eq(w->nodes[1].lost[2], 0);
	ocr_fabric_get_stats(w->nodes[1].f, &stats);
	ck_assert_uint_eq(stats.bad_packets, 0);
}
END_TEST

START_TEST(without_memory_for_packets_the_peer_is_lost_in_poll)
{
	struct ocr_fabric *f = w->nodes[0].f;

	sim_net_fail_alloc(w->net, 1 + _i);
	world_send(w, 0, 1, WORLD_DATA, 8 * MTU);
	world_send(w, 0, 1, WORLD_DATA, 24);
	ck_assert_uint_eq(w->nodes[0].lost[1], 0);
	ocr_fabric_poll(f);

	ck_assert_uint_eq(w->nodes[0].lost[1], 1);
	world_run(w);
	ck_assert_uint_eq(w->nodes[1].handled[0], 0);
	ck_assert(ocr_fabric_is_idle(f));
}
END_TEST

START_TEST(close_gives_back_what_is_queued_and_under_way)
{
	static char here[8 * PIECE], there[8 * PIECE];
	struct world_copy copy;
	struct wish wish;

	for (int i = 0; i < 100; i++)
		world_send(w, 0, 1, WORLD_DATA, 64);
	world_send(w, 0, 1, WORLD_DATA, 9 * MTU);
	for (int i = 0; i < 6; i++)
		world_step(w);
	ck_assert(!wish_for(&wish, 0, 1, w->nodes[0].sent[1]));
	world_read(w, &copy, 1, there, here, sizeof(here));
	world_send(w, 0, 1, WORLD_DATA, 24);

	/* The fixture closes; a leak is the sanitizer's to report. */
	ck_assert(!ocr_fabric_is_idle(w->nodes[0].f));
}
END_TEST

/* Of so many seeds those that OCR_SIM_SEEDS leaves. */
static int
seeds_of(int most)
{
	const char *text = getenv("OCR_SIM_SEEDS");
	int wanted = text != NULL ? atoi(text) : most;

	return wanted > 0 && wanted < most ? wanted : most;
}

int
main(void)
{
	Suite *s = suite_create("fabric");
	TCase *seeds = tcase_create("seeds");
	TCase *two = tcase_create("two nodes");

	tcase_set_timeout(seeds, 300);
	tcase_add_loop_test(
		seeds,
		ops_arrive_once_and_in_order_and_are_confirmed_after_that, 0,
		seeds_of(200));
	tcase_add_loop_test(seeds,
			    a_transport_without_room_changes_nothing_of_that, 0,
			    seeds_of(100));
	tcase_add_loop_test(seeds, nor_does_one_that_has_sent_at_once, 0,
			    seeds_of(100));
	tcase_add_test(
		seeds,
		packets_that_left_at_once_behind_each_other_are_given_back_once);
	tcase_add_loop_test(
		seeds,
		a_lost_peer_is_reported_once_and_takes_what_was_its_own_along,
		0, seeds_of(50));
	tcase_add_test(seeds, nothing_waits_for_a_transport_that_has_no_room);
	suite_add_tcase(s, seeds);

	tcase_set_timeout(two, 300);
	tcase_add_checked_fixture(two, open_two, close_world);
	tcase_add_test(two, the_largest_op_arrives_whole);
	tcase_add_test(two, what_is_sent_now_leaves_with_what_has_gathered);
	tcase_add_test(two, one_confirmation_serves_all_groups_before_it);
	tcase_add_test(two,
		       who_waits_for_less_is_told_first_whoever_came_first);
	tcase_add_test(
		two, a_wish_for_ops_that_have_left_is_asked_in_an_empty_packet);
	tcase_add_test(two, ops_gather_while_packets_are_under_way);
	tcase_add_test(two, nothing_leaves_that_nobody_asked_for);
	tcase_add_test(two, a_confirmation_rides_on_the_reply);
	tcase_add_test(two, an_op_whose_handler_fails_counts_as_handled);
	tcase_add_test(two, dirty_means_that_flush_has_something_to_do);
	tcase_add_test(two, a_packet_that_is_missing_means_a_lost_peer);
	tcase_add_test(two, a_packet_that_comes_twice_means_a_lost_peer);
	tcase_add_test(two, a_packet_is_of_whom_the_transport_says);
	tcase_add_loop_test(
		two, without_memory_for_packets_the_peer_is_lost_in_poll, 0, 3);
	tcase_add_test(two, close_gives_back_what_is_queued_and_under_way);
	suite_add_tcase(s, two);

	return run_suite(s);
}
