/* SPDX-License-Identifier: BSD-3-Clause */
/* representative_send.c - what one node tells others of a generation. */
#include "fabric/log.h"
#include "src/reduce/exchange.h"
#include "src/reduce/representative.h"

#include <stdlib.h>
#include <string.h>

/* An op with room for values; an op must not be lost. */
static void *
new_op(enum ocr_msg_type type, size_t head, size_t words)
{
	size_t len = head + words * sizeof(uint64_t);
	struct ocr_op *op = calloc(1, len);

	if (!op)
		ocr_bug("no memory for an op of %zu bytes", len);
	op->type = (uint16_t)type;
	op->len_bytes = (uint32_t)len;
	return op;
}

static struct ocr_msg_partial *
new_partial(const struct ocr_collective *c, const struct ocr_generation *g,
	    uint64_t gen, size_t words)
{
	struct ocr_msg_partial *m = new_op(OCR_MSG_PARTIAL, sizeof(*m), words);

	m->event = c->guid;
	m->generation = gen;
	m->shape = c->shape;
	m->count = g->count;
	return m;
}

void
ocr_representative_send_up(struct ocr_collective *c, uint64_t gen,
			   struct ocr_opq *ops)
{
	const struct ocr_generation *g = ocr_representative_at(c, gen);
	size_t words = g->result ? c->words : 0;
	struct ocr_msg_partial *m = new_partial(c, g, gen, words);

	m->empty = !g->result;
	m->placed = ocr_representative_is_placed(c, gen);
	if (words)
		memcpy(m->values, g->result, words * sizeof(uint64_t));
	ocr_opq_push(ops, ocr_representative_parent(c, gen), &m->op);
	free(m);
}

/* At the top: what n nodes have, this one and those before it, goes to the one
 * d places on. */
static void
send_over(struct ocr_collective *c, uint64_t gen, uint32_t d, uint32_t n,
	  struct ocr_opq *ops)
{
	const struct ocr_generation *g = ocr_representative_at(c, gen);
	struct ocr_msg_partial *m = new_partial(c, g, gen, n * c->words);
	uint32_t rank = c->tree.rank;

	for (uint32_t i = 0; i < n; i++)
		memcpy(m->values + i * c->words,
		       ocr_generation_part(
			       g, ocr_representative_top_part(c, rank, i),
			       c->words),
		       c->words * sizeof(uint64_t));
	ocr_opq_push(ops,
		     ocr_tree_node(&c->tree, ((uint64_t)rank + d) % c->top),
		     &m->op);
	free(m);
}

void
ocr_representative_send_on(struct ocr_collective *c, uint64_t gen,
			   struct ocr_opq *ops)
{
	struct ocr_generation *g = ocr_representative_at(c, gen);
	uint32_t step = 1;

	for (uint64_t d = 0; (d = ocr_exchange_next(c->top, d)) < c->top;
	     step *= 2) {
		uint32_t n = ocr_exchange_len(c->top, d);

		if (g->told & step || !ocr_representative_has_top(c, g, n))
			continue;
		g->told |= step;
		send_over(c, gen, (uint32_t)d, n, ops);
	}
}

static ocr_node_t
child(const struct ocr_collective *c, uint64_t gen, uint32_t i)
{
	return ocr_representative_is_placed(c, gen)
		       ? ocr_places_child(c->places, i)
		       : ocr_tree_child(&c->tree, i);
}

void
ocr_representative_send_down(struct ocr_collective *c, uint64_t gen,
			     struct ocr_opq *ops)
{
	const struct ocr_generation *g = ocr_representative_at(c, gen);
	struct ocr_msg_result *m = new_op(OCR_MSG_RESULT, sizeof(*m), c->words);

	m->event = c->guid;
	m->generation = gen;
	memcpy(m->values, g->result, c->words * sizeof(uint64_t));
	for (uint32_t i = 0; i < ocr_representative_below(c, gen); i++)
		if (ocr_generation_has(g, c->shape.here + i))
			ocr_opq_push(ops, child(c, gen, i), &m->op);
	free(m);
}
