/* SPDX-License-Identifier: BSD-3-Clause */
/* test_debts.c - ops that must not overtake others on a way over a third node.
 *
 * Each op says what its sender knows to be under way, and who handles it must
 * have handled what is his own of that. */
#include "fabric/debts.h"
#include "tests/suite.h"
#include "tests/unit/debts_world.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void
on_told(struct ocr_confirm *c)
{
	free(c);
	debts_nodes[0].told++;
}

START_TEST(over_a_third)
{
	debts_open(1);
	debts_say(0, 1, 0);
	debts_carry(0, 1);
	debts_say(0, 2, 0);
	debts_run_way(0, 2);
	ck_assert_uint_eq(debts_nodes[2].handled[0], 1);
	debts_say(2, 3, 0);
	debts_run_way(2, 3);
	ck_assert_uint_eq(debts_nodes[3].handled[2], 1);
	debts_say(3, 1, 0);
	debts_say(3, 1, 40);
	debts_run_way(3, 1);
	ck_assert_uint_eq(debts_nodes[1].handled[3], 0);
	ck_assert_uint_eq(debts_n_held(1), 3);
	debts_run();
	ck_assert_uint_eq(debts_nodes[1].handled[0], 1);
	ck_assert_uint_eq(debts_nodes[1].handled[3], 2);
	debts_close();
}
END_TEST

START_TEST(held_is_not_confirmed)
{
	struct ocr_confirm *c = calloc(1, sizeof(*c));

	debts_open(1);
	debts_say(1, 2, 0);
	debts_carry(1, 2);
	debts_say(1, 0, 0);
	debts_run_way(1, 0);
	debts_say(0, 2, 0);
	ck_assert_ptr_nonnull(c);
	c->fn = on_told;
	ck_assert(!ocr_fabric_confirm(debts_nodes[0].f, 2,
				      debts_nodes[0].seq[2], c));
	debts_run_way(0, 2);
	debts_run_way(2, 0);
	ck_assert_uint_eq(debts_nodes[2].handled[0], 0);
	ck_assert_uint_eq(debts_nodes[0].told, 0);
	debts_run();
	ck_assert_uint_eq(debts_nodes[2].handled[0], 1);
	ck_assert_uint_eq(debts_nodes[0].told, 1);
	debts_close();
}
END_TEST

/* What is confirmed is carried nowhere. */
START_TEST(handled_before)
{
	struct ocr_fabric_stats s;

	debts_open(1);
	debts_say(0, 1, 0);
	ocr_fabric_confirm(debts_nodes[0].f, 1, debts_nodes[0].seq[1], NULL);
	debts_run();
	debts_carry(0, 1);
	debts_say(0, 2, 0);
	debts_run();
	ocr_fabric_get_stats(debts_nodes[0].f, &s);
	ck_assert_uint_eq(s.debts_carried, 0);
	ck_assert_uint_eq(s.ops_sent, 2);
	debts_close();
}
END_TEST

/* Nobody waits for who is lost. */
START_TEST(its_sender_dies)
{
	size_t n;

	debts_open(1);
	debts_say(0, 1, 0);
	debts_carry(0, 1);
	debts_say(0, 2, 0);
	debts_run_way(0, 2);
	sim_net_drop(debts_net, 0, 1);
	debts_say(2, 1, 0);
	debts_run_way(2, 1);
	ck_assert_uint_eq(debts_nodes[1].handled[2], 0);
	sim_net_kill(debts_net, 0);
	/* on_say() would find the op of node 0 missing. */
	memset(debts_nodes[1].handled, 0, sizeof(debts_nodes[1].handled));
	debts_nodes[1].handled[0] = 1;
	while ((n = sim_net_enabled(debts_net))) {
		ocr_node_t at = sim_net_fire(debts_net, debts_any(n));

		if (at != OCR_NODE_NONE && at != 0)
			ocr_fabric_poll(debts_nodes[at].f);
	}
	ocr_fabric_poll(debts_nodes[1].f);
	ck_assert_uint_eq(debts_nodes[1].handled[2], 1);
	debts_close();
}
END_TEST

/* What has come of who is lost is handled before it is said to be lost. */
START_TEST(who_is_held_dies)
{
	ocr_node_t a, b;
	size_t i = 0;

	debts_open(1);
	debts_say(0, 1, 0);
	debts_carry(0, 1);
	debts_say(0, 2, 0);
	debts_run_way(0, 2);
	debts_say(2, 1, 0);
	debts_run_way(2, 1);
	sim_net_kill(debts_net, 2);
	/* All but what node 0 has said. */
	while (i < sim_net_enabled(debts_net)) {
		if (sim_net_between(debts_net, i, &a, &b) && a == 0 && b == 1) {
			i++;
			continue;
		}
		debts_fire(i);
		i = 0;
	}
	ck_assert_uint_eq(debts_nodes[1].handled[2], 0);
	ck_assert_uint_eq(debts_nodes[1].lost, OCR_NODE_NONE);
	ck_assert_uint_eq(debts_nodes[0].lost, 2);
	debts_say(1, 2, 0);
	debts_run_way(0, 1);
	ck_assert_uint_eq(debts_nodes[1].handled[0], 1);
	ck_assert_uint_eq(debts_nodes[1].handled[2], 1);
	ck_assert_uint_eq(debts_nodes[1].lost, 2);
	ck_assert_str_eq(debts_nodes[1].why, "the node died");
	debts_close();
}
END_TEST

/* What is known to be handled is told to nobody. */
START_TEST(handled_since)
{
	struct ocr_fabric_stats s;

	debts_open(1);
	debts_say(0, 1, 0);
	debts_carry(0, 1);
	ocr_fabric_confirm(debts_nodes[0].f, 1, debts_nodes[0].seq[1], NULL);
	debts_run();
	debts_say(0, 2, 0);
	debts_run();
	ocr_fabric_get_stats(debts_nodes[0].f, &s);
	ck_assert_uint_eq(s.debts_carried, 1);
	ck_assert_uint_eq(s.ops_sent, 2);
	ck_assert_uint_eq(s.debts_told, 0);
	debts_close();
}
END_TEST

/* Who is told can wait for what is owed: it has left. */
START_TEST(leaves_with_who_tells)
{
	const struct debts_op m = {
		.op = {.len_bytes = offsetof(struct debts_op, more),
		       .type = DEBTS_SAY},
		.nr = 1,
	};
	struct ocr_fabric_stats s;
	size_t n = 0;
	ocr_node_t from, to;

	debts_open(2);
	debts_say(0, 1, 0);
	debts_carry(0, 1);
	ocr_fabric_send_now(debts_nodes[0].f, 2, &m.op);
	for (size_t i = 0; i < sim_net_enabled(debts_net); i++)
		if (sim_net_between(debts_net, i, &from, &to) && !from)
			n |= UINT64_C(1) << to;
	ck_assert_uint_eq(n, 6);
	ocr_fabric_get_stats(debts_nodes[0].f, &s);
	ck_assert_uint_eq(s.ops_sent, 3);
	ck_assert_uint_eq(s.debts_told, 1);
	debts_run();
	debts_close();
}
END_TEST

/* Who is slow is waited for. */
START_TEST(nobody_relies_on_the_slow)
{
	struct ocr_fabric_stats s;

	debts_open(2);
	for (int i = 0; i < 40; i++) {
		debts_say(0, 1, 40);
		ocr_fabric_flush(debts_nodes[0].f);
	}
	debts_carry(0, 1);
	ocr_fabric_get_stats(debts_nodes[0].f, &s);
	ck_assert_uint_eq(s.debts_carried, 0);
	ck_assert_uint_eq(debts_nodes[0].known.of[0][1], 0);
	debts_run();
	debts_close();
}
END_TEST

/* A job of a seed; the number of ops that were held back in it. */
static uint64_t
play(uint64_t seed)
{
	uint64_t sent = 0, handled = 0, held = 0;
	size_t n;

	debts_open(seed);
	for (int i = 0; i < 1500; i++) {
		ocr_node_t from = (ocr_node_t)debts_any(DEBTS_NODES);
		ocr_node_t to =
			(ocr_node_t)((from + 1 + debts_any(DEBTS_NODES - 1)) %
				     DEBTS_NODES);

		switch (debts_any(8)) {
		case 0 ... 1:
			debts_say(from, to,
				  debts_any(16) ? 0 : debts_any(DEBTS_MTU / 8));
			break;
		case 2:
			debts_carry(from, to);
			break;
		case 3:
			ocr_fabric_flush(debts_nodes[from].f);
			break;
		case 4:
			if (debts_nodes[from].seq[to])
				ocr_fabric_confirm(debts_nodes[from].f, to,
						   debts_nodes[from].seq[to],
						   NULL);
			break;
		default:
			n = sim_net_enabled(debts_net);
			if (n)
				debts_fire(debts_any(n));
		}
	}
	for (ocr_node_t i = 0; i < DEBTS_NODES; i++)
		ocr_fabric_flush(debts_nodes[i].f);
	debts_run();
	for (ocr_node_t i = 0; i < DEBTS_NODES; i++) {
		held += debts_n_held(i);
		for (ocr_node_t k = 0; k < DEBTS_NODES; k++) {
			sent += debts_nodes[i].sent[k];
			handled += debts_nodes[k].handled[i];
		}
	}
	ck_assert_uint_eq(sent, handled);
	debts_close();
	return held;
}

START_TEST(at_random)
{
	uint64_t held = 0;

	for (uint64_t seed = 1; seed <= 60; seed++)
		held += play(seed);
	ck_assert_uint_gt(held, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("debts");
	TCase *tc = tcase_create("debts");

	tcase_add_test(tc, over_a_third);
	tcase_add_test(tc, held_is_not_confirmed);
	tcase_add_test(tc, handled_before);
	tcase_add_test(tc, its_sender_dies);
	tcase_add_test(tc, who_is_held_dies);
	tcase_add_test(tc, handled_since);
	tcase_add_test(tc, leaves_with_who_tells);
	tcase_add_test(tc, nobody_relies_on_the_slow);
	tcase_add_test(tc, at_random);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
