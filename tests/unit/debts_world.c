/* SPDX-License-Identifier: BSD-3-Clause */
/* debts_world.c - see debts_world.h. */
#include "tests/unit/debts_world.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

struct sim_net *debts_net;
struct debts_node debts_nodes[DEBTS_NODES];
static uint64_t state;

uint64_t
debts_any(uint64_t n)
{
	state = state * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return (state >> 33) % n;
}

static void
learn(struct debts_known *k, ocr_node_t from, ocr_node_t to, uint64_t nr)
{
	if (k->of[from][to] < nr)
		k->of[from][to] = nr;
}

static int
on_say(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct debts_op *m = (const void *)op;
	struct debts_node *n = ctx;

	ck_assert_uint_eq(m->nr, n->handled[from] + 1);
	n->handled[from]++;
	for (ocr_node_t i = 0; i < DEBTS_NODES; i++) {
		ck_assert_uint_ge(n->handled[i], m->known.of[i][n->self]);
		for (ocr_node_t k = 0; k < DEBTS_NODES; k++)
			learn(&n->known, i, k, m->known.of[i][k]);
	}
	return 0;
}

const struct ocr_op_handler debts_handlers[DEBTS_TYPES] = {
	[DEBTS_SAY] = {"say", offsetof(struct debts_op, more), on_say, false},
};

void
debts_on_lost(void *ctx, ocr_node_t peer, const char *why)
{
	struct debts_node *n = ctx;

	n->lost = peer;
	snprintf(n->why, sizeof(n->why), "%s", why);
}

void
debts_open(uint64_t seed)
{
	const struct sim_net_config c = {
		.n_nodes = DEBTS_NODES,
		.mtu_bytes = DEBTS_MTU,
		.piece_bytes = DEBTS_MTU,
		.seed = seed,
		.refuse_percent = seed % 3 ? 0 : 20,
		.sends_at_once = seed % 2,
	};

	state = seed;
	memset(debts_nodes, 0, sizeof(debts_nodes));
	debts_net = sim_net_open(&c);
	for (ocr_node_t i = 0; i < DEBTS_NODES; i++) {
		const struct ocr_fabric_config f = {
			.self = i,
			.size = DEBTS_NODES,
			.transport = sim_net_transport(debts_net, i),
			.handlers = debts_handlers,
			.n_handlers = DEBTS_TYPES,
			.carries = true,
			.ctx = &debts_nodes[i],
			.lost = debts_on_lost,
		};

		debts_nodes[i].self = i;
		debts_nodes[i].lost = OCR_NODE_NONE;
		ck_assert_int_eq(ocr_fabric_open(&debts_nodes[i].f, &f), 0);
	}
}

void
debts_close(void)
{
	for (ocr_node_t i = 0; i < DEBTS_NODES; i++)
		ocr_fabric_close(debts_nodes[i].f);
	sim_net_close(debts_net);
}

void
debts_say(ocr_node_t from, ocr_node_t to, size_t more)
{
	struct debts_node *n = &debts_nodes[from];
	struct debts_op m = {
		.op = {.len_bytes = (uint32_t)(offsetof(struct debts_op, more) +
					       8 * more),
		       .type = DEBTS_SAY},
		.nr = ++n->sent[to],
		.known = n->known,
	};

	n->seq[to] = ocr_fabric_send(n->f, to, &m.op);
}

void
debts_carry(ocr_node_t from, ocr_node_t to)
{
	struct debts_node *n = &debts_nodes[from];

	if (!n->sent[to])
		return;
	if (ocr_fabric_carry(n->f, to, n->seq[to]))
		learn(&n->known, from, to, n->sent[to]);
}

void
debts_fire(size_t i)
{
	ocr_node_t at = sim_net_fire(debts_net, i);

	if (at != OCR_NODE_NONE)
		ocr_fabric_poll(debts_nodes[at].f);
}

void
debts_run(void)
{
	size_t n;
	bool idle;

	do {
		while ((n = sim_net_enabled(debts_net)))
			debts_fire(debts_any(n));
		idle = true;
		for (ocr_node_t i = 0; i < DEBTS_NODES; i++) {
			ocr_fabric_poll(debts_nodes[i].f);
			idle = idle && ocr_fabric_is_idle(debts_nodes[i].f);
		}
	} while (!idle || sim_net_enabled(debts_net));
}

void
debts_run_way(ocr_node_t from, ocr_node_t to)
{
	ocr_node_t a, b;

	ocr_fabric_flush(debts_nodes[from].f);
	for (size_t i = 0; i < sim_net_enabled(debts_net);) {
		if (sim_net_between(debts_net, i, &a, &b) && a == from &&
		    b == to) {
			debts_fire(i);
			i = 0;
		} else {
			i++;
		}
	}
}

uint64_t
debts_n_held(ocr_node_t at)
{
	struct ocr_fabric_stats s;

	ocr_fabric_get_stats(debts_nodes[at].f, &s);
	return s.ops_held;
}
