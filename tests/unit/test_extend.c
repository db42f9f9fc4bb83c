/* SPDX-License-Identifier: BSD-3-Clause */
/* test_extend.c - the last op for a node becomes longer before it leaves. */
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

START_TEST(what_is_sent_now_does_not)
{
	uint64_t seq = world_send_now(w, 0, 1, WORLD_DATA, 16);

	ck_assert(!world_extend(w, 0, 1, seq, 16));
	world_run(w);

	ck_assert_uint_eq(w->nodes[1].handled[0], 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("extend");
	TCase *t = tcase_create("extend");

	tcase_add_checked_fixture(t, open_two, close_two);
	tcase_add_test(t, the_last_op_that_has_not_left_may_become_longer);
	tcase_add_test(t, what_is_sent_now_does_not);
	suite_add_tcase(s, t);
	return run_suite(s);
}
