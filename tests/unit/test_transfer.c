/* SPDX-License-Identifier: BSD-3-Clause */
/* test_transfer.c - transfers, one and many at once, and ops that nobody waits
 * for. */
#include "fabric/fabric.h"

#include "tests/suite.h"
#include "tests/unit/fabric_world.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PIECE	    256
#define LARGE_PIECE ((size_t)1 << 20)

/* What transfer.c lets be under way with one peer. */
#define PIECES_UNDER_WAY 64
#define BYTES_UNDER_WAY	 ((size_t)4 << 20)

static struct world world;
static struct world *w = &world;

static bool
is_moving(const struct ocr_fabric *f)
{
	return ocr_fabric_patience_ns(f, 1) > 1;
}

static void
open_nodes(uint32_t n_nodes, size_t piece, uint64_t seed, unsigned refuse)
{
	struct sim_net_config c = {
		.n_nodes = n_nodes,
		.mtu_bytes = 512,
		.piece_bytes = piece,
		.seed = seed,
		.refuse_percent = refuse,
	};

	world_open(w, &c);
}

static void
open_two(void)
{
	open_nodes(2, PIECE, 1, 0);
}

static void
close_world(void)
{
	world_close(w);
}

static const size_t copy_sizes[] = {0, 1, PIECE, PIECE + 1, 33 * PIECE + 5};

START_TEST(reads_and_writes_move_every_byte_and_end_once)
{
	size_t len = copy_sizes[_i % 5];
	uint8_t *here = malloc(len + 1), *there = malloc(len + 1);
	struct world_copy read;
	struct world_copy write;

	open_nodes(2, PIECE, (uint64_t)_i, _i >= 5 ? 40 : 0);
	for (size_t i = 0; i < len; i++)
		there[i] = (uint8_t)(i * 13);
	world_read(w, &read, 1, there, here, len);
	ck_assert_uint_eq(read.ended, 0);
	ck_assert(!ocr_fabric_is_idle(w->nodes[0].f));
	world_run(w);
	ck_assert_uint_eq(read.ended, 1);
	ck_assert_int_eq(read.status, 0);
	ck_assert_int_eq(memcmp(here, there, len), 0);

	memset(here, 0xa5, len);
	world_write(w, &write, 1, there, here, len);
	world_run(w);
	ck_assert_uint_eq(write.ended, 1);
	ck_assert_int_eq(write.status, 0);
	ck_assert_int_eq(memcmp(here, there, len), 0);

	world_close(w);
	free(here);
	free(there);
}
END_TEST

START_TEST(a_range_outside_of_the_peers_memory_is_refused)
{
	struct world_copy copy = {.ended = 0};
	char here[16];

	ck_assert_int_eq(
		ocr_fabric_read(w->nodes[0].f, 1, 0, here, 16, &copy.x),
		-EINVAL);
	ck_assert_int_eq(ocr_fabric_write(w->nodes[0].f, 1, UINT64_MAX - 7,
					  here, 16, &copy.x),
			 -EINVAL);
	world_run(w);

	ck_assert_uint_eq(copy.ended, 0);
	ck_assert(ocr_fabric_is_idle(w->nodes[0].f));
}
END_TEST

START_TEST(a_small_transfer_does_not_wait_for_the_end_of_a_large_one)
{
	const size_t len = 1000 * PIECE;
	char *here = malloc(len), *there = calloc(1, len);
	char small_here[8], small_there[8] = "arrived";
	struct world_copy large, small;

	open_nodes(2, PIECE, (uint64_t)_i, _i % 2 ? 30 : 0);
	world_read(w, &large, 1, there, here, len);
	world_read(w, &small, 1, small_there, small_here, sizeof(small_here));
	while (!small.ended) {
		if (!world_step(w))
			ocr_fabric_poll(w->nodes[0].f);
		ck_assert_uint_le(sim_net_enabled(w->net), PIECES_UNDER_WAY);
	}
	ck_assert_str_eq(small_here, "arrived");
	ck_assert_uint_eq(large.ended, 0);
	/* Those under way when it came, and those that were drawn before it. */
	ck_assert_uint_lt(large.x.issued_bytes, len);
	world_run(w);
	ck_assert_uint_eq(large.ended, 1);
	ck_assert_int_eq(large.status, 0);
	ck_assert_int_eq(memcmp(here, there, len), 0);
	world_close(w);
	free(here);
	free(there);
}
END_TEST

START_TEST(large_transfers_share_what_may_be_under_way)
{
	const size_t len = 8 * LARGE_PIECE;
	char *here = malloc(2 * len), *there = calloc(2, len);
	struct world_copy c[2];

	open_nodes(2, LARGE_PIECE, 1, 0);
	for (size_t i = 0; i < 2 * len; i++)
		there[i] = (char)(i * 7 + i / 4096);
	for (size_t i = 0; i < 2; i++)
		world_read(w, &c[i], 1, there + i * len, here + i * len, len);
	do {
		size_t a = c[0].x.issued_bytes, b = c[1].x.issued_bytes;

		ck_assert_uint_le(sim_net_enabled(w->net),
				  BYTES_UNDER_WAY / LARGE_PIECE);
		/* In turns, since the second came. */
		if (a > BYTES_UNDER_WAY && a < len)
			ck_assert_uint_le(a - BYTES_UNDER_WAY, b + LARGE_PIECE);
	} while (world_step(w));
	for (size_t i = 0; i < 2; i++) {
		ck_assert_uint_eq(c[i].ended, 1);
		ck_assert_int_eq(c[i].status, 0);
	}
	ck_assert_int_eq(memcmp(here, there, 2 * len), 0);
	world_close(w);
	free(here);
	free(there);
}
END_TEST

START_TEST(many_small_transfers_end_once_each)
{
	enum { N = 20000 };
	uint64_t *here = calloc(N, sizeof(*here));
	uint64_t *there = calloc(N, sizeof(*there));
	struct world_copy *c = calloc(N, sizeof(*c));

	open_nodes(3, PIECE, 1, _i ? 30 : 0);
	for (size_t i = 0; i < N; i++) {
		there[i] = i + 1;
		world_read(w, &c[i], 1 + i % 2, &there[i], &here[i],
			   sizeof(*here));
	}
	ck_assert(is_moving(w->nodes[0].f));
	world_run(w);
	ck_assert(!is_moving(w->nodes[0].f));
	for (size_t i = 0; i < N; i++) {
		ck_assert_uint_eq(c[i].ended, 1);
		ck_assert_int_eq(c[i].status, 0);
		ck_assert_uint_eq(here[i], i + 1);
	}
	world_close(w);
	free(here);
	free(there);
	free(c);
}
END_TEST

START_TEST(transfers_of_a_lost_peer_end_once_each)
{
	enum { N = 200 };
	static char here[N][9 * PIECE], there[N][9 * PIECE];
	static struct world_copy c[N], other;
	unsigned failed = 0;

	open_nodes(3, PIECE, (uint64_t)_i, _i % 2 ? 30 : 0);
	for (size_t i = 0; i < N; i++)
		world_read(w, &c[i], 1, there[i], here[i], sizeof(here[i]));
	world_read(w, &other, 2, there[0], here[0], sizeof(here[0]));
	for (int i = 0; i < 10 * _i; i++)
		world_step(w);
	sim_net_kill(w->net, 1);
	w->nodes[1].dead = true;
	world_run(w);
	for (size_t i = 0; i < N; i++) {
		ck_assert_uint_eq(c[i].ended, 1);
		failed += c[i].status != 0;
	}
	ck_assert_uint_gt(failed, 0);
	ck_assert_uint_eq(other.ended, 1);
	ck_assert_int_eq(other.status, 0);
	ck_assert_uint_eq(w->nodes[0].lost[1], 1);
	ck_assert(ocr_fabric_is_idle(w->nodes[0].f));
	ck_assert(!is_moving(w->nodes[0].f));
	world_close(w);
}
END_TEST

START_TEST(a_range_that_is_refused_in_its_turn_ends_the_transfer)
{
	static char here[100 * PIECE], there[100 * PIECE];
	struct world_copy large, bad, good;

	world_read(w, &large, 1, there, here, sizeof(here));
	world_read(w, &bad, 1, NULL, here,
		   8); /* nowhere, as the simulation has it */
	world_read(w, &good, 1, there, here, 8);
	world_run(w);
	ck_assert_uint_eq(bad.ended, 1);
	ck_assert_int_eq(bad.status, -EINVAL);
	ck_assert_uint_eq(large.ended, 1);
	ck_assert_int_eq(large.status, 0);
	ck_assert_uint_eq(good.ended, 1);
	ck_assert_int_eq(good.status, 0);
	ck_assert_uint_eq(w->nodes[0].lost[1], 0);
}
END_TEST

START_TEST(what_others_do_here_counts_as_moving)
{
	struct ocr_fabric *f = w->nodes[0].f;

	ck_assert(!is_moving(f));
	ocr_fabric_serve(f, 2);
	ck_assert(is_moving(f));
	ocr_fabric_serve(f, -2);
	ck_assert(!is_moving(f));
}
END_TEST

START_TEST(an_op_for_later_leaves_with_the_next_one)
{
	struct ocr_fabric *f = w->nodes[0].f;

	world_send(w, 0, 1, WORLD_LATER, 24);
	ck_assert(!ocr_fabric_dirty(f));
	ck_assert(!ocr_fabric_is_idle(f));
	ocr_fabric_flush(f);
	ck_assert_uint_eq(world_packets(w, 0), 0);
	world_send(w, 0, 1, WORLD_DATA, 24);
	ck_assert(ocr_fabric_dirty(f));
	ocr_fabric_flush(f);
	ck_assert_uint_eq(world_packets(w, 0), 1);
	world_run(w);
	ck_assert_uint_eq(w->nodes[1].handled[0], 2);
	ck_assert_uint_eq(world_packets(w, 0), 1);
}
END_TEST

START_TEST(an_op_for_later_waits_for_the_next_poll_at_most)
{
	struct ocr_fabric *f = w->nodes[0].f;
	static const uint32_t lengths[] = {16, 24, 4096};

	world_send(w, 0, 1, WORLD_LATER, lengths[_i]);
	ocr_fabric_poll(f);
	ck_assert_uint_ge(world_packets(w, 0), 1);
	world_run(w);
	ck_assert_uint_eq(w->nodes[1].handled[0], 1);
	ck_assert(ocr_fabric_is_idle(f));
}
END_TEST

START_TEST(an_op_for_later_leaves_when_its_confirmation_is_wanted)
{
	struct ocr_fabric *f = w->nodes[0].f;
	uint64_t seq = world_send(w, 0, 1, WORLD_LATER, 24);

	ck_assert(!ocr_fabric_confirm(f, 1, seq, NULL));
	ck_assert_uint_eq(world_packets(w, 0), 1);
	world_run(w);
	ck_assert(ocr_fabric_confirm(f, 1, seq, NULL));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("transfer");
	TCase *seeds = tcase_create("seeds");
	TCase *two = tcase_create("two nodes");

	tcase_set_timeout(seeds, 300);
	tcase_add_loop_test(
		seeds, reads_and_writes_move_every_byte_and_end_once, 0, 10);
	tcase_add_loop_test(
		seeds,
		a_small_transfer_does_not_wait_for_the_end_of_a_large_one, 0,
		50);
	tcase_add_test(seeds, large_transfers_share_what_may_be_under_way);
	tcase_add_loop_test(seeds, many_small_transfers_end_once_each, 0, 2);
	tcase_add_loop_test(seeds, transfers_of_a_lost_peer_end_once_each, 0,
			    50);
	suite_add_tcase(s, seeds);

	tcase_set_timeout(two, 300);
	tcase_add_checked_fixture(two, open_two, close_world);
	tcase_add_test(two, a_range_outside_of_the_peers_memory_is_refused);
	tcase_add_test(two,
		       a_range_that_is_refused_in_its_turn_ends_the_transfer);
	tcase_add_test(two, what_others_do_here_counts_as_moving);
	tcase_add_test(two, an_op_for_later_leaves_with_the_next_one);
	tcase_add_loop_test(
		two, an_op_for_later_waits_for_the_next_poll_at_most, 0, 3);
	tcase_add_test(two,
		       an_op_for_later_leaves_when_its_confirmation_is_wanted);
	suite_add_tcase(s, two);

	return run_suite(s);
}
