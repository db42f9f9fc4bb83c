/* SPDX-License-Identifier: BSD-3-Clause */
/* test_debts.c - ops that must not overtake others on a way over a third node.
 *
 * Each op says what its sender knows to be under way, and who handles it must
 * have handled what is his own of that. */
#include "fabric/debts.h"
#include "fabric/packet.h"
#include "tests/sim/transport_sim.h"
#include "tests/suite.h"

#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 4
#define MTU   512

enum { NO_TYPE, SAY, TYPES };

/* By pair: the number of an op. */
struct knowledge {
	uint64_t of[NODES][NODES];
};

struct say {
	struct ocr_op op;
	uint64_t nr; /* from its sender to its receiver */
	struct knowledge known;
	uint64_t more[MTU / sizeof(uint64_t)];
};

struct node {
	ocr_node_t self;
	struct ocr_fabric *f;
	struct knowledge known;
	uint64_t sent[NODES], handled[NODES], seq[NODES];
	unsigned told;
	ocr_node_t lost; /* the last one */
	char why[80];
};

static struct sim_net *net;
static struct node nodes[NODES];
static uint64_t state;

static uint64_t
any(uint64_t n)
{
	state = state * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return (state >> 33) % n;
}

static void
learn(struct knowledge *k, ocr_node_t from, ocr_node_t to, uint64_t nr)
{
	if (k->of[from][to] < nr)
		k->of[from][to] = nr;
}

static int
on_say(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct say *m = (const void *)op;
	struct node *n = ctx;

	ck_assert_uint_eq(m->nr, n->handled[from] + 1);
	n->handled[from]++;
	for (ocr_node_t i = 0; i < NODES; i++) {
		ck_assert_uint_ge(n->handled[i], m->known.of[i][n->self]);
		for (ocr_node_t k = 0; k < NODES; k++)
			learn(&n->known, i, k, m->known.of[i][k]);
	}
	return 0;
}

static const struct ocr_op_handler handlers[TYPES] = {
	[SAY] = {"say", offsetof(struct say, more), on_say, false},
};

static void
on_lost(void *ctx, ocr_node_t peer, const char *why)
{
	struct node *n = ctx;

	n->lost = peer;
	snprintf(n->why, sizeof(n->why), "%s", why);
}

static void
open_nodes(uint64_t seed)
{
	const struct sim_net_config c = {
		.n_nodes = NODES,
		.mtu_bytes = MTU,
		.piece_bytes = MTU,
		.seed = seed,
		.refuse_percent = seed % 3 ? 0 : 20,
		.sends_at_once = seed % 2,
	};

	state = seed;
	memset(nodes, 0, sizeof(nodes));
	net = sim_net_open(&c);
	for (ocr_node_t i = 0; i < NODES; i++) {
		const struct ocr_fabric_config f = {
			.self = i,
			.size = NODES,
			.transport = sim_net_transport(net, i),
			.handlers = handlers,
			.n_handlers = TYPES,
			.carries = true,
			.ctx = &nodes[i],
			.lost = on_lost,
		};

		nodes[i].self = i;
		nodes[i].lost = OCR_NODE_NONE;
		ck_assert_int_eq(ocr_fabric_open(&nodes[i].f, &f), 0);
	}
}

static void
close_nodes(void)
{
	for (ocr_node_t i = 0; i < NODES; i++)
		ocr_fabric_close(nodes[i].f);
	sim_net_close(net);
}

static void
say(ocr_node_t from, ocr_node_t to, size_t more)
{
	struct node *n = &nodes[from];
	struct say m = {
		.op = {.len_bytes = (uint32_t)(offsetof(struct say, more) +
					       8 * more),
		       .type = SAY},
		.nr = ++n->sent[to],
		.known = n->known,
	};

	n->seq[to] = ocr_fabric_send(n->f, to, &m.op);
}

/* What has been said to that node is not to be overtaken. */
static void
carry(ocr_node_t from, ocr_node_t to)
{
	struct node *n = &nodes[from];

	if (!n->sent[to])
		return;
	if (ocr_fabric_carry(n->f, to, n->seq[to]))
		learn(&n->known, from, to, n->sent[to]);
}

static void
on_told(struct ocr_confirm *c)
{
	free(c);
	nodes[0].told++;
}

static void
fire(size_t i)
{
	ocr_node_t at = sim_net_fire(net, i);

	if (at != OCR_NODE_NONE)
		ocr_fabric_poll(nodes[at].f);
}

static void
run(void)
{
	size_t n;
	bool idle;

	do {
		while ((n = sim_net_enabled(net)))
			fire(any(n));
		idle = true;
		for (ocr_node_t i = 0; i < NODES; i++) {
			ocr_fabric_poll(nodes[i].f);
			idle = idle && ocr_fabric_is_idle(nodes[i].f);
		}
	} while (!idle || sim_net_enabled(net));
}

/* All that is on its way from one to the other comes. */
static void
run_way(ocr_node_t from, ocr_node_t to)
{
	ocr_node_t a, b;

	ocr_fabric_flush(nodes[from].f);
	for (size_t i = 0; i < sim_net_enabled(net);) {
		if (sim_net_between(net, i, &a, &b) && a == from && b == to) {
			fire(i);
			i = 0;
		} else {
			i++;
		}
	}
}

static uint64_t
n_held(ocr_node_t at)
{
	struct ocr_fabric_stats s;

	ocr_fabric_get_stats(nodes[at].f, &s);
	return s.ops_held;
}

START_TEST(over_a_third)
{
	open_nodes(1);
	say(0, 1, 0);
	carry(0, 1);
	say(0, 2, 0);
	run_way(0, 2);
	ck_assert_uint_eq(nodes[2].handled[0], 1);
	say(2, 3, 0);
	run_way(2, 3);
	ck_assert_uint_eq(nodes[3].handled[2], 1);
	say(3, 1, 0);
	say(3, 1, 40);
	run_way(3, 1);
	ck_assert_uint_eq(nodes[1].handled[3], 0);
	ck_assert_uint_eq(n_held(1), 3);
	run();
	ck_assert_uint_eq(nodes[1].handled[0], 1);
	ck_assert_uint_eq(nodes[1].handled[3], 2);
	close_nodes();
}
END_TEST

START_TEST(held_is_not_confirmed)
{
	struct ocr_confirm *c = calloc(1, sizeof(*c));

	open_nodes(1);
	say(1, 2, 0);
	carry(1, 2);
	say(1, 0, 0);
	run_way(1, 0);
	say(0, 2, 0);
	ck_assert_ptr_nonnull(c);
	c->fn = on_told;
	ck_assert(!ocr_fabric_confirm(nodes[0].f, 2, nodes[0].seq[2], c));
	run_way(0, 2);
	run_way(2, 0);
	ck_assert_uint_eq(nodes[2].handled[0], 0);
	ck_assert_uint_eq(nodes[0].told, 0);
	run();
	ck_assert_uint_eq(nodes[2].handled[0], 1);
	ck_assert_uint_eq(nodes[0].told, 1);
	close_nodes();
}
END_TEST

/* What is confirmed is carried nowhere. */
START_TEST(handled_before)
{
	struct ocr_fabric_stats s;

	open_nodes(1);
	say(0, 1, 0);
	ocr_fabric_confirm(nodes[0].f, 1, nodes[0].seq[1], NULL);
	run();
	carry(0, 1);
	say(0, 2, 0);
	run();
	ocr_fabric_get_stats(nodes[0].f, &s);
	ck_assert_uint_eq(s.debts_carried, 0);
	ck_assert_uint_eq(s.ops_sent, 2);
	close_nodes();
}
END_TEST

/* Nobody waits for who is lost. */
START_TEST(its_sender_dies)
{
	size_t n;

	open_nodes(1);
	say(0, 1, 0);
	carry(0, 1);
	say(0, 2, 0);
	run_way(0, 2);
	sim_net_drop(net, 0, 1);
	say(2, 1, 0);
	run_way(2, 1);
	ck_assert_uint_eq(nodes[1].handled[2], 0);
	sim_net_kill(net, 0);
	/* on_say() would find the op of node 0 missing. */
	memset(nodes[1].handled, 0, sizeof(nodes[1].handled));
	nodes[1].handled[0] = 1;
	while ((n = sim_net_enabled(net))) {
		ocr_node_t at = sim_net_fire(net, any(n));

		if (at != OCR_NODE_NONE && at != 0)
			ocr_fabric_poll(nodes[at].f);
	}
	ocr_fabric_poll(nodes[1].f);
	ck_assert_uint_eq(nodes[1].handled[2], 1);
	close_nodes();
}
END_TEST

/* What has come of who is lost is handled before it is said to be lost. */
START_TEST(who_is_held_dies)
{
	ocr_node_t a, b;
	size_t i = 0;

	open_nodes(1);
	say(0, 1, 0);
	carry(0, 1);
	say(0, 2, 0);
	run_way(0, 2);
	say(2, 1, 0);
	run_way(2, 1);
	sim_net_kill(net, 2);
	/* All but what node 0 has said. */
	while (i < sim_net_enabled(net)) {
		if (sim_net_between(net, i, &a, &b) && a == 0 && b == 1) {
			i++;
			continue;
		}
		fire(i);
		i = 0;
	}
	ck_assert_uint_eq(nodes[1].handled[2], 0);
	ck_assert_uint_eq(nodes[1].lost, OCR_NODE_NONE);
	ck_assert_uint_eq(nodes[0].lost, 2);
	say(1, 2, 0);
	run_way(0, 1);
	ck_assert_uint_eq(nodes[1].handled[0], 1);
	ck_assert_uint_eq(nodes[1].handled[2], 1);
	ck_assert_uint_eq(nodes[1].lost, 2);
	ck_assert_str_eq(nodes[1].why, "the node died");
	close_nodes();
}
END_TEST

/* What is known to be handled is told to nobody. */
START_TEST(handled_since)
{
	struct ocr_fabric_stats s;

	open_nodes(1);
	say(0, 1, 0);
	carry(0, 1);
	ocr_fabric_confirm(nodes[0].f, 1, nodes[0].seq[1], NULL);
	run();
	say(0, 2, 0);
	run();
	ocr_fabric_get_stats(nodes[0].f, &s);
	ck_assert_uint_eq(s.debts_carried, 1);
	ck_assert_uint_eq(s.ops_sent, 2);
	close_nodes();
}
END_TEST

/* Who is told can wait for what is owed: it has left. */
START_TEST(leaves_with_who_tells)
{
	const struct say m = {
		.op = {.len_bytes = offsetof(struct say, more), .type = SAY},
		.nr = 1,
	};
	size_t n = 0;
	ocr_node_t from, to;

	open_nodes(2);
	say(0, 1, 0);
	carry(0, 1);
	ocr_fabric_send_now(nodes[0].f, 2, &m.op);
	for (size_t i = 0; i < sim_net_enabled(net); i++)
		if (sim_net_between(net, i, &from, &to) && !from)
			n |= UINT64_C(1) << to;
	ck_assert_uint_eq(n, 6);
	run();
	close_nodes();
}
END_TEST

/* Who is slow is waited for. */
START_TEST(nobody_relies_on_the_slow)
{
	struct ocr_fabric_stats s;

	open_nodes(2);
	for (int i = 0; i < 40; i++) {
		say(0, 1, 40);
		ocr_fabric_flush(nodes[0].f);
	}
	carry(0, 1);
	ocr_fabric_get_stats(nodes[0].f, &s);
	ck_assert_uint_eq(s.debts_carried, 0);
	ck_assert_uint_eq(nodes[0].known.of[0][1], 0);
	run();
	close_nodes();
}
END_TEST

/* -- What another node says wrongly ------------------------------------- */

struct lie {
	struct ocr_packet_head head;
	struct ocr_op op;
	struct ocr_known known[2];
};

/* Node 2 says to node 1 what is so long. */
static void
tell_lie(const struct ocr_known *k, uint32_t known_bytes)
{
	struct lie lie = {
		.head = {.version = OCR_PACKET_VERSION, .seq = 1},
		.op = {.len_bytes = (uint32_t)sizeof(lie.op) + known_bytes,
		       .type = OCR_OP_DEBTS},
		.known = {{3, 0, 1}},
	};

	lie.known[known_bytes > sizeof(*k)] = *k;
	sim_net_inject(net, 2, 1, &lie,
		       sizeof(lie.head) + sizeof(lie.op) + known_bytes);
	run();
}

static const struct {
	struct ocr_known known;
	uint32_t bytes;
	const char *why;
} lies[] = {
	{{0, 3, 1}, 0, "debts of an impossible length"},
	{{0, 3, 1}, 8, "debts of an impossible length"},
	{{0, 3, 1}, 24, "debts of an impossible length"},
	{{NODES, 0, 1}, 16, "debt of a node that there is not"},
	{{0, NODES, 1}, 16, "debt of a node that there is not"},
	{{0, UINT32_MAX, 1}, 32, "debt of a node that there is not"},
	{{UINT32_MAX, 1, 1}, 32, "debt of a node that there is not"},
	{{0, 0, 1}, 16, "debt that nobody tells"},
	{{1, 0, 1}, 16, "debt that nobody tells"},
	{{1, 3, UINT64_MAX}, 32, "debt that nobody tells"},
	{{0, 2, 1}, 16, "debt that nobody tells"},
	{{2, 1, 9}, 16, "debt that nobody tells"},
	{{0, 1, (UINT64_C(1) << 24) + 1},
	 16,
	 "debt of an op that cannot have left"},
	{{3, 1, UINT64_MAX}, 32, "debt of an op that cannot have left"},
};

START_TEST(who_lies_is_lost)
{
	open_nodes(1);
	tell_lie(&lies[_i].known, lies[_i].bytes);
	ck_assert_uint_eq(nodes[1].lost, 2);
	ck_assert_str_eq(nodes[1].why, lies[_i].why);
	close_nodes();
}
END_TEST

/* What may be so is believed, and passed on where it concerns others. */
START_TEST(who_does_not_lie_is_not)
{
	static const struct ocr_known may[] = {
		{0, 3, UINT64_MAX}, {2, 3, 1}, {0, 1, UINT64_C(1) << 24}};

	open_nodes(1);
	tell_lie(&may[_i], sizeof(may[0]));
	ck_assert_uint_eq(nodes[1].lost, OCR_NODE_NONE);
	if (may[_i].to != 3) {
		ck_assert_uint_eq(n_held(1), 1);
	} else {
		/* Whoever knows better refuses him who says it. */
		say(1, 3, 0);
		run();
		ck_assert_uint_eq(nodes[3].lost,
				  may[_i].seq == 1 ? OCR_NODE_NONE : 1);
	}
	close_nodes();
}
END_TEST

/* One of two nodes carries nothing, or a job that does not. */
START_TEST(not_carried)
{
	const struct sim_net_config c = {
		.n_nodes = 2, .mtu_bytes = MTU, .piece_bytes = MTU, .seed = 1};
	struct ocr_fabric_config f = {.size = 2,
				      .handlers = handlers,
				      .n_handlers = TYPES,
				      .carries = true,
				      .ctx = &nodes[0],
				      .lost = on_lost};
	const struct {
		struct ocr_packet_head head;
		struct ocr_op op;
	} told = {{.version = OCR_PACKET_VERSION, .seq = 1},
		  {.len_bytes = 8, .type = OCR_OP_DEBTS}};

	net = sim_net_open(&c);
	f.transport = sim_net_transport(net, 0);
	ck_assert_int_eq(ocr_fabric_open(&nodes[0].f, &f), 0);
	ck_assert(!ocr_fabric_carries(nodes[0].f));
	sim_net_inject(net, 1, 0, &told, sizeof(told));
	sim_net_fire(net, 0);
	ocr_fabric_poll(nodes[0].f);
	ck_assert_str_eq(nodes[0].why, "debts, which this node does not carry");
	ocr_fabric_close(nodes[0].f);
	sim_net_close(net);
}
END_TEST

/* A job of a seed; the number of ops that were held back in it. */
static uint64_t
play(uint64_t seed)
{
	uint64_t sent = 0, handled = 0, held = 0;
	size_t n;

	open_nodes(seed);
	for (int i = 0; i < 1500; i++) {
		ocr_node_t from = (ocr_node_t)any(NODES);
		ocr_node_t to =
			(ocr_node_t)((from + 1 + any(NODES - 1)) % NODES);

		switch (any(8)) {
		case 0 ... 1:
			say(from, to, any(16) ? 0 : any(MTU / 8));
			break;
		case 2:
			carry(from, to);
			break;
		case 3:
			ocr_fabric_flush(nodes[from].f);
			break;
		case 4:
			if (nodes[from].seq[to])
				ocr_fabric_confirm(nodes[from].f, to,
						   nodes[from].seq[to], NULL);
			break;
		default:
			n = sim_net_enabled(net);
			if (n)
				fire(any(n));
		}
	}
	for (ocr_node_t i = 0; i < NODES; i++)
		ocr_fabric_flush(nodes[i].f);
	run();
	for (ocr_node_t i = 0; i < NODES; i++) {
		held += n_held(i);
		for (ocr_node_t k = 0; k < NODES; k++) {
			sent += nodes[i].sent[k];
			handled += nodes[k].handled[i];
		}
	}
	ck_assert_uint_eq(sent, handled);
	close_nodes();
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
	tcase_add_loop_test(tc, who_lies_is_lost, 0,
			    sizeof(lies) / sizeof(lies[0]));
	tcase_add_loop_test(tc, who_does_not_lie_is_not, 0, 3);
	tcase_add_test(tc, not_carried);
	tcase_add_test(tc, at_random);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
