/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_pair_ops.c - what a node does with the ops that reach it.
 *
 * Every op is checked against what its sender must have sent.
 */
#include "tests/cluster/fabric_pair.h"

#include <stdio.h>

static uint8_t
pattern(uint64_t seed, uint64_t at)
{
	return (uint8_t)((at ^ at >> 8 ^ at >> 16) * 31 + seed);
}

static int
on_seq(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct pair_seq_op *m = (const void *)op;
	struct pair_peer *p = &pair.peers[from];

	(void)ctx;
	if (m->thread >= PAIR_THREADS || m->n != p->next[m->thread]++)
		pair_fail("an op came out of order", from);
	if (!pair_is_filled(m->bytes, m->n, m->thread,
			    op->len_bytes - sizeof(*m)))
		pair_fail("an op has wrong bytes", from);
	return 0;
}

static int
on_hello(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct pair_hello_op *m = (const void *)op;
	struct pair_peer *p = &pair.peers[from];

	(void)ctx;
	p->source = m->source;
	p->their_target = m->target;
	pair.n_greeted++;
	return 0;
}

static int
on_wrote(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct pair_wrote_op *m = (const void *)op;
	struct ocr_op answer = {sizeof(answer), PAIR_CHECKED, 0};

	(void)ctx;
	if (m->at > PAIR_BYTES_MAX || m->len > PAIR_BYTES_MAX - m->at)
		pair_fail("a write is said to be outside", from);
	if (!pair_is_filled(pair.peers[from].target + m->at, m->seed, m->at,
			    m->len))
		pair_fail("a write has not arrived", from);
	ocr_fabric_send(pair.fabric, from, &answer);
	return 0;
}

static int
on_checked(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	(void)ctx, (void)op;
	pair_event_set(&pair.peers[from].checked, 0);
	return 0;
}

static int
on_done(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	(void)ctx, (void)op;
	if (pair.peers[from].done)
		pair_fail("came to its end twice", from);
	pair.peers[from].done = true;
	pair.n_done++;
	return 0;
}

const struct ocr_op_handler pair_handlers[PAIR_OP_TYPES] = {
	[PAIR_SEQ] = {"seq", sizeof(struct pair_seq_op), on_seq, false},
	[PAIR_HELLO] = {"hello", sizeof(struct pair_hello_op), on_hello, false},
	[PAIR_WROTE] = {"wrote", sizeof(struct pair_wrote_op), on_wrote, false},
	[PAIR_CHECKED] = {"checked", sizeof(struct ocr_op), on_checked, false},
	[PAIR_DONE] = {"done", sizeof(struct ocr_op), on_done, false},
};

void
pair_on_lost(void *ctx, ocr_node_t peer, const char *why)
{
	(void)ctx;
	fprintf(stderr, "fabric_pair: node %u: lost node %u: %s\n", pair.self,
		peer, why);
	pair.lost_peer = peer;
	pair.n_lost++;
	pair.lost_last |= peer == pair.size - 1;
}

void
pair_fill(uint8_t *p, uint64_t seed, uint64_t at, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		p[i] = pattern(seed, at + i);
}

bool
pair_is_filled(const uint8_t *p, uint64_t seed, uint64_t at, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (p[i] != pattern(seed, at + i))
			return false;
	return true;
}
