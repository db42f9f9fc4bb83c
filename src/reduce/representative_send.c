/* SPDX-License-Identifier: BSD-3-Clause */
/* representative_send.c - what one node tells others of a generation. */
#include "src/reduce/exchange.h"
#include "src/reduce/representative.h"

#include <string.h>

static struct ocr_msg_partial *
add_partial(const struct ocr_collective *c, const struct ocr_generation *g,
	    uint64_t gen, size_t words, ocr_node_t to, struct ocr_opq *ops)
{
	struct ocr_msg_partial *m =
		ocr_opq_add(ops, to, OCR_MSG_PARTIAL,
			    sizeof(*m) + words * sizeof(uint64_t));

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
	struct ocr_msg_partial *m = add_partial(
		c, g, gen, words, ocr_representative_parent(c, gen), ops);

	m->empty = !g->result;
	m->placed = ocr_representative_is_placed(c, gen);
	if (words)
		memcpy(m->values, g->result, words * sizeof(uint64_t));
}

/* At the top: what n nodes have, this one and those before it, goes to the one
 * d places on. */
static void
send_over(struct ocr_collective *c, uint64_t gen, uint32_t d, uint32_t n,
	  struct ocr_opq *ops)
{
	const struct ocr_generation *g = ocr_representative_at(c, gen);
	uint32_t rank = c->tree.rank;
	ocr_node_t to = ocr_tree_node(&c->tree, ((uint64_t)rank + d) % c->top);
	struct ocr_msg_partial *m =
		add_partial(c, g, gen, n * c->words, to, ops);

	for (uint32_t i = 0; i < n; i++)
		memcpy(m->values + i * c->words,
		       ocr_generation_part(
			       g, ocr_representative_top_part(c, rank, i),
			       c->words),
		       c->words * sizeof(uint64_t));
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
	struct ocr_msg_result *m;

	for (uint32_t i = 0; i < ocr_representative_below(c, gen); i++) {
		if (!ocr_generation_has(g, c->shape.here + i))
			continue;
		m = ocr_opq_add(ops, child(c, gen, i), OCR_MSG_RESULT,
				sizeof(*m) + c->words * sizeof(uint64_t));
		m->event = c->guid;
		m->generation = gen;
		memcpy(m->values, g->result, c->words * sizeof(uint64_t));
	}
}
