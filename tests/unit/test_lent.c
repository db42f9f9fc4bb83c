/* SPDX-License-Identifier: BSD-3-Clause */
/* test_lent.c - bytes that leave from where they lie. */
#include "fabric/fabric.h"
#include "fabric/lent.h"
#include "fabric/peer.h"

#include "tests/suite.h"
#include "tests/unit/fabric_world.h"

#include <check.h>
#include <string.h>

#define MTU	 512
#define LENT_MTU 1720
#define SEEDS	 60

static struct world world;
static struct world *w = &world;

/* The seed says, too, how much of a packet cannot be lent. */
static void
open_by(int seed, unsigned refuse_percent)
{
	world_open(w, &(struct sim_net_config){
			      .n_nodes = 3,
			      .mtu_bytes = MTU,
			      .lent_mtu_bytes = seed % 3 ? LENT_MTU : 0,
			      .piece_bytes = 256,
			      .seed = (uint64_t)seed,
			      .refuse_percent = refuse_percent,
			      .lends = true,
		      });
}

/* Of all lengths, between others, up to what two packets take. */
static void
send_all(ocr_node_t to)
{
	uint32_t max = (uint32_t)ocr_fabric_packet_bytes(w->nodes[0].f);

	for (uint32_t len = 24; len <= 4 * max; len += 8) {
		world_send_lent(w, 0, to, len, 0);
		if (world_random(w, 2))
			world_send(w, 0, to, WORLD_DATA, 24);
		if (world_random(w, 4) == 0)
			ocr_fabric_flush(w->nodes[0].f);
		if (world_random(w, 4) == 0)
			world_step(w);
	}
}

START_TEST(they_arrive_as_they_were_and_are_given_back_once)
{
	open_by(_i, _i % 2 ? 20 : 0);

	send_all(1);
	send_all(2);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);
	ocr_fabric_poll(w->nodes[0].f);

	ck_assert_uint_eq(w->nodes[1].handled[0], w->nodes[0].sent[1]);
	ck_assert_uint_eq(w->nodes[2].handled[0], w->nodes[0].sent[2]);
	ck_assert_uint_gt(w->nodes[0].lent, 40);
	ck_assert_uint_eq(w->nodes[0].given_back, w->nodes[0].lent);
	world_close(w);
}
END_TEST

/* One that fits to the last byte, and one that is cut. */
START_TEST(a_packet_takes_more_of_what_is_lent)
{
	size_t max, lent, len;

	open_by(_i, 0);
	max = ocr_fabric_packet_bytes(w->nodes[0].f);
	lent = ocr_fabric_lent_bytes(w->nodes[0].f, 1, LENT_MTU);

	ck_assert_uint_ge(max, MTU - 40);
	ck_assert_uint_eq(lent, _i % 3 ? max + LENT_MTU - MTU : max);
	world_send_lent(w, 0, 1, (uint32_t)lent, 0);
	ocr_fabric_flush(w->nodes[0].f);
	ck_assert_ptr_nonnull(sim_net_head(w->net, 0, 1, &len));
	ck_assert_uint_gt(len, lent);
	ck_assert_uint_eq(w->nodes[0].lent, 1);
	world_send_lent(w, 0, 1, (uint32_t)lent + 8, 0);
	ck_assert_uint_eq(w->nodes[0].lent, 1);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);
	ck_assert_uint_eq(w->nodes[1].handled[0], 2);
	world_close(w);
}
END_TEST

/* For them no packet is longer than others. */
START_TEST(few_bytes_are_copied)
{
	size_t max, least;
	struct ocr_fabric *f;

	open_by(_i, 0);
	f = w->nodes[0].f;
	max = ocr_fabric_packet_bytes(f);
	f->t->lends_bytes = max;
	least = max + f->t->lends_after;
	ck_assert_uint_eq(ocr_fabric_lent_bytes(f, 1, least - 8), max);
	ck_assert_uint_eq(ocr_fabric_lent_bytes(f, 1, least),
			  _i % 3 ? max + LENT_MTU - MTU : max);

	least += sizeof(struct world_op);
	world_send_lent(w, 0, 1, (uint32_t)least - 8, 0);
	ck_assert_uint_eq(w->nodes[0].lent, 0);
	world_send_lent(w, 0, 1, (uint32_t)least, 0);
	ck_assert_uint_eq(w->nodes[0].lent, _i % 3 ? 1 : 0);
	ocr_fabric_flush(f);
	world_run(w);
	ck_assert_uint_eq(w->nodes[1].handled[0], 2);
	world_close(w);
}
END_TEST

/* byte_of() has a zero as the last of 40 bytes of the 7th op. */
START_TEST(what_is_missing_behind_them_are_zeros)
{
	open_by(_i, 0);

	for (int i = 0; i < 6; i++)
		world_send(w, 0, 1, WORLD_DATA, 104);
	world_send_lent(w, 0, 1, 56 + 256, 1);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], 7);
	ck_assert_uint_eq(w->nodes[0].lent, 1);
	world_close(w);
}
END_TEST

START_TEST(who_is_lost_keeps_none)
{
	open_by(_i, 0);

	send_all(1);
	sim_net_kill(w->net, 1);
	w->nodes[1].dead = true;
	send_all(1);
	ocr_fabric_flush(w->nodes[0].f);
	world_run(w);
	ocr_fabric_poll(w->nodes[0].f);

	ck_assert_uint_eq(w->nodes[0].lost[1], 1);
	ck_assert_uint_gt(w->nodes[0].lent, 0);
	ck_assert_uint_eq(w->nodes[0].given_back, w->nodes[0].lent);
	world_close(w);
}
END_TEST

/* However many there are, one packet. */
START_TEST(behind_the_leave_to_read_much_a_packet_trails)
{
	struct ocr_fabric *f;
	uint64_t much;

	open_by(_i, 0);
	f = w->nodes[0].f;
	much = 9 * f->t->lends_bytes;

	world_send(w, 0, 1, WORLD_DATA, 24);
	ocr_fabric_trail(f, 1, much - 1);
	ocr_fabric_flush(f);
	world_run(w);
	ck_assert_uint_eq(world_packets(w, 0), 1);
	for (int i = 0; i < 3; i++) {
		world_send(w, 0, 1, WORLD_DATA, 24);
		ocr_fabric_trail(f, 1, much);
	}
	ck_assert_uint_eq(world_packets(w, 0), 1);
	ocr_fabric_flush(f);
	world_run(w);
	ocr_fabric_poll(f);
	ck_assert_uint_eq(world_packets(w, 0), 3);
	ck_assert_uint_eq(w->nodes[1].handled[0], 4);
	ck_assert(ocr_fabric_is_idle(f));
	world_close(w);
}
END_TEST

/* Of what is said nothing is kept: no packet more, and nobody is busy. */
START_TEST(what_trails_is_over_with_that)
{
	struct ocr_fabric *f;
	uint64_t packets;

	open_by(_i, _i % 2 ? 30 : 0);
	f = w->nodes[0].f;

	/* Behind what has left already, with the next. */
	ocr_fabric_trail(f, 1, MTU);
	ck_assert(ocr_fabric_is_idle(f));
	ck_assert(!ocr_fabric_dirty(f));
	world_send(w, 0, 1, WORLD_DATA, 24);
	ocr_fabric_flush(f);
	world_run(w);
	ck_assert_uint_eq(world_packets(w, 0), 2);

	packets = world_packets(w, 0);
	for (int i = 0; i < 4; i++) {
		world_send(w, 0, 1, WORLD_DATA, 24);
		ocr_fabric_flush(f);
		world_run(w);
		ocr_fabric_poll(f);
	}
	ck_assert_uint_eq(world_packets(w, 0), packets + 4);
	ck_assert_uint_eq(world_packets(w, 1), 0);
	ck_assert_uint_eq(w->nodes[1].handled[0], 5);
	world_close(w);
}
END_TEST

/* In a job of what waits and what does not, of wishes and of packets without
 * room. */
START_TEST(what_trails_changes_nothing_else)
{
	static const enum world_op_type types[] = {WORLD_DATA, WORLD_LATER,
						   WORLD_REPLY};
	uint64_t packets[3];

	open_by(_i, _i % 2 ? 30 : 0);
	for (int i = 0; i < 600; i++) {
		ocr_node_t from = world_random(w, 3);
		ocr_node_t to = (from + 1 + world_random(w, 2)) % 3;
		struct ocr_fabric *f = w->nodes[from].f;

		switch (world_random(w, 7)) {
		case 0:
			world_send(w, from, to, types[world_random(w, 3)],
				   16 + 8 * world_random(w, MTU / 4));
			break;
		case 1:
			world_send(w, from, to, types[world_random(w, 3)], 24);
			break;
		case 2:
			ocr_fabric_trail(f, to, MTU);
			break;
		case 3:
			ocr_fabric_confirm(f, to, w->nodes[from].sent[to],
					   NULL);
			break;
		case 4:
			ocr_fabric_flush(f);
			break;
		default:
			world_step(w);
		}
	}
	for (ocr_node_t i = 0; i < 3; i++)
		ocr_fabric_flush(w->nodes[i].f);
	world_run(w);
	for (ocr_node_t i = 0; i < 3; i++)
		packets[i] = world_packets(w, i);
	for (ocr_node_t i = 0; i < 3; i++)
		ocr_fabric_poll(w->nodes[i].f);
	world_run(w);

	for (ocr_node_t i = 0; i < 3; i++) {
		ck_assert(ocr_fabric_is_idle(w->nodes[i].f));
		ck_assert_uint_eq(world_packets(w, i), packets[i]);
		for (ocr_node_t k = 0; k < 3; k++) {
			ck_assert_uint_eq(w->nodes[k].handled[i],
					  w->nodes[i].sent[k]);
			ck_assert_uint_eq(w->nodes[i].lost[k], 0);
		}
	}
	world_close(w);
}
END_TEST

START_TEST(gathered_the_packet_is_whole)
{
	uint8_t data[64], lent[16];
	struct ocr_packet p = {
		.data = data,
		.len_bytes = 48,
		.lent = lent,
		.lent_at = 24,
		.lent_bytes = sizeof(lent),
	};

	memset(data, 'd', sizeof(data));
	memset(data + 24, 'e', 8);
	memset(lent, 'l', sizeof(lent));
	ck_assert_uint_eq(ocr_lent_own_bytes(&p), 32);
	ocr_lent_gather(&p);
	ocr_lent_gather(&p);

	ck_assert_ptr_null(p.lent);
	ck_assert_uint_eq(ocr_lent_own_bytes(&p), 48);
	ck_assert_mem_eq(data + 16,
			 "dddddddd"
			 "llllllllllllllll"
			 "eeeeeeee",
			 32);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("lent");
	TCase *t = tcase_create("lent");

	tcase_add_loop_test(t, they_arrive_as_they_were_and_are_given_back_once,
			    0, SEEDS);
	tcase_add_loop_test(t, a_packet_takes_more_of_what_is_lent, 0, 6);
	tcase_add_loop_test(t, few_bytes_are_copied, 0, 6);
	tcase_add_loop_test(t, what_is_missing_behind_them_are_zeros, 0, 3);
	tcase_add_loop_test(t, who_is_lost_keeps_none, 0, SEEDS);
	tcase_add_loop_test(t, behind_the_leave_to_read_much_a_packet_trails, 0,
			    6);
	tcase_add_loop_test(t, what_trails_is_over_with_that, 0, 6);
	tcase_add_loop_test(t, what_trails_changes_nothing_else, 0, SEEDS);
	tcase_add_test(t, gathered_the_packet_is_whole);
	suite_add_tcase(s, t);
	return run_suite(s);
}
