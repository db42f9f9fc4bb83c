/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_world.c - opens fabrics over a simulated net and moves them. */
#include "tests/unit/fabric_world.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t
byte_of(uint64_t nr, size_t at)
{
	return (nr * 31 + at) * 7;
}

static void
check_arrived(struct world_node *n, ocr_node_t from, const struct ocr_op *op)
{
	const struct world_op *m = (const void *)op;
	size_t len = op->len_bytes - sizeof(*m);

	ck_assert_uint_eq(n->lost[from], 0);
	ck_assert_uint_eq((uintptr_t)op % 8, 0);
	ck_assert_uint_eq(m->nr, n->handled[from] + 1);
	for (size_t i = 0; i < len; i++)
		if (m->bytes[i] != byte_of(m->nr, i))
			ck_abort_msg("op %ju is damaged", (uintmax_t)m->nr);
}

static int
on_data(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	struct world_node *n = ctx;

	check_arrived(n, from, op);
	n->handled[from]++;
	return 0;
}

static int
on_reply(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	struct world_node *n = ctx;

	check_arrived(n, from, op);
	ck_assert_int_eq(ocr_fabric_poll(n->f), 0); /* does not recurse */
	n->handled[from]++;
	world_send(n->w, n->self, from, WORLD_DATA, 24);
	return 0;
}

static int
on_fail(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	on_data(ctx, from, op);
	return -EIO;
}

static const struct ocr_op_handler handlers[WORLD_TYPES] = {
	[WORLD_DATA] = {"data", sizeof(struct world_op), on_data, false},
	[WORLD_REPLY] = {"reply", sizeof(struct world_op), on_reply, false},
	[WORLD_FAIL] = {"fail", sizeof(struct world_op), on_fail, false},
	[WORLD_LATER] = {"later", sizeof(struct world_op), on_data, true},
};

static void
on_lost(void *ctx, ocr_node_t peer, const char *why)
{
	struct world_node *n = ctx;

	n->lost[peer]++;
	snprintf(n->why, sizeof(n->why), "%s", why);
}

static void
on_lent_back(void *ctx, void *lender, const void *bytes)
{
	struct world_node *n = ctx;
	struct world_op *m = lender;

	ck_assert_ptr_eq(bytes, m->bytes);
	memset(m->bytes, 0xee, m->op.len_bytes - sizeof(*m));
	free(m);
	n->given_back++;
}

void
world_open(struct world *w, const struct sim_net_config *c)
{
	ck_assert_uint_le(c->n_nodes, WORLD_NODES_MAX);
	*w = (struct world){.n_nodes = c->n_nodes, .random = c->seed + 1};
	w->net = sim_net_open(c);
	for (ocr_node_t i = 0; i < w->n_nodes; i++) {
		struct ocr_fabric_config config = {
			.self = i,
			.size = w->n_nodes,
			.transport = sim_net_transport(w->net, i),
			.handlers = handlers,
			.n_handlers = WORLD_TYPES,
			.ctx = &w->nodes[i],
			.lost = on_lost,
			.lent_back = on_lent_back,
		};

		w->nodes[i].w = w;
		w->nodes[i].self = i;
		ck_assert_int_eq(ocr_fabric_open(&w->nodes[i].f, &config), 0);
	}
}

void
world_close(struct world *w)
{
	for (ocr_node_t i = 0; i < w->n_nodes; i++)
		ocr_fabric_close(w->nodes[i].f);
	sim_net_close(w->net);
}

uint64_t
world_random(struct world *w, uint64_t n)
{
	w->random = w->random * UINT64_C(6364136223846793005) +
		    UINT64_C(1442695040888963407);
	return (w->random >> 33) % n;
}

typedef uint64_t send_fn(struct ocr_fabric *f, ocr_node_t to,
			 const struct ocr_op *op);

static uint64_t
send_by(send_fn *send, struct world *w, ocr_node_t from, ocr_node_t to,
	enum world_op_type type, uint32_t len_bytes)
{
	struct ocr_fabric_stats before, after;
	struct world_op *m = calloc(1, len_bytes);
	uint64_t nr;

	ck_assert_ptr_nonnull(m);
	m->op.len_bytes = len_bytes;
	m->op.type = type;
	ocr_fabric_get_stats(w->nodes[from].f, &before);
	m->nr = ++w->nodes[from].sent[to];
	for (size_t i = 0; i < len_bytes - sizeof(*m); i++)
		m->bytes[i] = byte_of(m->nr, i);
	nr = send(w->nodes[from].f, to, &m->op);
	ocr_fabric_get_stats(w->nodes[from].f, &after);
	ck_assert_uint_eq(nr, m->nr);
	ck_assert_uint_eq(after.ops_sent, before.ops_sent + 1);
	free(m);
	return nr;
}

bool
world_extend(struct world *w, ocr_node_t from, ocr_node_t to, uint64_t seq,
	     uint32_t len_bytes)
{
	uint8_t more[8];

	for (size_t i = 0; i < sizeof(more); i++)
		more[i] = byte_of(seq, len_bytes - sizeof(struct world_op) + i);
	return ocr_fabric_extend(w->nodes[from].f, to, seq, more, sizeof(more));
}

uint64_t
world_send(struct world *w, ocr_node_t from, ocr_node_t to,
	   enum world_op_type type, uint32_t len_bytes)
{
	return send_by(ocr_fabric_send, w, from, to, type, len_bytes);
}

uint64_t
world_send_now(struct world *w, ocr_node_t from, ocr_node_t to,
	       enum world_op_type type, uint32_t len_bytes)
{
	return send_by(ocr_fabric_send_now, w, from, to, type, len_bytes);
}

uint64_t
world_send_first(struct world *w, ocr_node_t from, ocr_node_t to,
		 enum world_op_type type, uint32_t len_bytes)
{
	return send_by(ocr_fabric_send_first, w, from, to, type, len_bytes);
}

static uint32_t padding_bytes;

static uint64_t
send_pieces(struct ocr_fabric *f, ocr_node_t to, const struct ocr_op *op)
{
	struct ocr_op_pieces o = {
		.op = (void *)op,
		.op_bytes = sizeof(struct world_op),
		.bytes = (const struct world_op *)op + 1,
		.n_bytes =
			op->len_bytes - sizeof(struct world_op) - padding_bytes,
	};

	return ocr_fabric_send_pieces(f, to, &o);
}

uint64_t
world_send_pieces(struct world *w, ocr_node_t from, ocr_node_t to,
		  enum world_op_type type, uint32_t len_bytes, uint32_t padding)
{
	padding_bytes = padding;
	return send_by(send_pieces, w, from, to, type, len_bytes);
}

bool
world_send_instead(struct world *w, ocr_node_t from, ocr_node_t to,
		   uint64_t replaces, bool takes_place, bool first)
{
	struct ocr_fabric_stats before, after;
	uint64_t nr = takes_place ? replaces : ++w->nodes[from].sent[to];
	uint8_t bytes[16], tail[16], room[sizeof(struct world_op)];
	struct world_op *m = (struct world_op *)(void *)room;
	struct ocr_op_pieces o = {
		.op = &m->op,
		.op_bytes = sizeof(*m),
		.bytes = bytes,
		.n_bytes = sizeof(bytes),
		.replaces = replaces,
		.tail = tail,
		.tail_bytes = sizeof(tail),
		.instead_bytes = 8,
		.first = first,
	};

	m->op = (struct ocr_op){.type = WORLD_DATA,
				.len_bytes = sizeof(*m) + sizeof(bytes)};
	m->nr = nr;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = byte_of(nr, i);
	for (size_t i = 0; i < sizeof(tail); i++)
		tail[i] =
			byte_of(nr, sizeof(bytes) + i - (takes_place ? 0 : 8));
	ocr_fabric_get_stats(w->nodes[from].f, &before);
	ck_assert_uint_eq(ocr_fabric_send_pieces(w->nodes[from].f, to, &o), nr);
	ocr_fabric_get_stats(w->nodes[from].f, &after);
	ck_assert_uint_eq(after.ops_sent, before.ops_sent + !takes_place);
	ck_assert_uint_gt(after.ops_joined, before.ops_joined);
	return after.ops_joined == before.ops_joined + 2;
}

void
world_send_lent(struct world *w, ocr_node_t from, ocr_node_t to,
		uint32_t len_bytes, uint32_t padding)
{
	struct world_op *m = calloc(1, len_bytes);
	struct ocr_op_pieces o = {
		.op = &m->op,
		.op_bytes = sizeof(*m),
		.bytes = m->bytes,
		.n_bytes = len_bytes - sizeof(*m) - padding,
		.lender = m,
	};

	m->op.len_bytes = len_bytes;
	m->op.type = WORLD_DATA;
	m->nr = ++w->nodes[from].sent[to];
	for (size_t i = 0; i < len_bytes - sizeof(*m); i++)
		m->bytes[i] = byte_of(m->nr, i);
	ocr_fabric_send_pieces(w->nodes[from].f, to, &o);
	if (o.is_lent)
		w->nodes[from].lent++;
	else
		free(m);
}

static void
on_copied(struct ocr_transfer *x, int status)
{
	struct world_copy *c = (struct world_copy *)x;

	c->ended++;
	c->status = status;
}

void
world_read(struct world *w, struct world_copy *c, ocr_node_t peer,
	   const void *there, void *here, size_t len_bytes)
{
	*c = (struct world_copy){.x.fn = on_copied};
	ck_assert_int_eq(ocr_fabric_read(w->nodes[0].f, peer, (uintptr_t)there,
					 here, len_bytes, &c->x),
			 0);
}

void
world_write(struct world *w, struct world_copy *c, ocr_node_t peer,
	    const void *there, const void *here, size_t len_bytes)
{
	*c = (struct world_copy){.x.fn = on_copied};
	ck_assert_int_eq(ocr_fabric_write(w->nodes[0].f, peer, (uintptr_t)there,
					  here, len_bytes, &c->x),
			 0);
}

bool
world_step(struct world *w)
{
	size_t n = sim_net_enabled(w->net);
	char what[160];
	ocr_node_t at;
	size_t i;

	if (!n)
		return false;
	i = world_random(w, n);
	if (getenv("SIM_TRACE")) {
		sim_net_describe(w->net, i, what, sizeof(what));
		fprintf(stderr, "%zu of %zu: %s\n", i, n, what);
	}
	at = sim_net_fire(w->net, i);
	if (at != OCR_NODE_NONE)
		ocr_fabric_poll(w->nodes[at].f);
	return true;
}

void
world_run(struct world *w)
{
	bool idle;

	do {
		while (world_step(w))
			;
		idle = true;
		for (ocr_node_t i = 0; i < w->n_nodes; i++) {
			struct world_node *n = &w->nodes[i];

			if (n->dead || ocr_fabric_is_idle(n->f))
				continue;
			ocr_fabric_poll(n->f);
			idle = false;
		}
	} while (!idle || sim_net_enabled(w->net));
}

uint64_t
world_packets(struct world *w, ocr_node_t node)
{
	struct ocr_fabric_stats s;

	ocr_fabric_get_stats(w->nodes[node].f, &s);
	return s.packets_sent;
}
