/* SPDX-License-Identifier: BSD-3-Clause */
/* representative.c - slots, generations and their numbers. */
#include "src/reduce/representative.h"

#include "include/ocr.h"
#include "src/base/runtime.h"
#include "src/reduce/collective.h"
#include "src/reduce/exchange.h"
#include "src/reduce/reduce.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* -- Shapes ---------------------------------------------------------------- */

/* So that these and all nodes can be counted together. */
#define MOST_HERE (UINT32_C(1) << 24)

bool
ocr_shape_is_possible(struct ocr_runtime *rt, ocrGuid_t g,
		      const struct ocr_shape *s)
{
	size_t bytes = ocr_reduce_bytes(s->op);
	ocr_node_t root = ocr_owner_of(rt, g);

	return ocr_guid_kind(g) == OCR_GUID_EVENT_COLLECTIVE &&
	       root < rt->size && s->max_gen && s->contribs && s->n && bytes &&
	       s->arity && s->type <= COL_BROADCAST && s->here <= s->contribs &&
	       s->here <= MOST_HERE && (s->here || root == rt->self) &&
	       ocr_shape_words(s, bytes) * 8 + sizeof(struct ocr_msg_partial) <=
		       OCR_OP_MAX_BYTES;
}

bool
ocr_shape_agrees(const struct ocr_shape *a, const struct ocr_shape *b,
		 uint32_t size)
{
	return a->max_gen == b->max_gen && a->contribs == b->contribs &&
	       a->n == b->n && a->arity == b->arity && a->op == b->op &&
	       a->type == b->type &&
	       ocr_shape_is_star(a, size) == ocr_shape_is_star(b, size);
}

bool
ocr_shape_gathers(const struct ocr_shape *s, uint32_t size, uint32_t least)
{
	size_t bytes = 8 * ocr_shape_words(s, ocr_reduce_bytes(s->op));

	return least && size >= least && size <= OCR_GATHER_MOST &&
	       !ocr_shape_is_star(s, size) && size * bytes <= OCR_TOP_BYTES;
}

uint32_t
ocr_shape_top(const struct ocr_shape *s, const struct ocr_tree *t,
	      size_t most_bytes)
{
	size_t bytes = 8 * ocr_shape_words(s, ocr_reduce_bytes(s->op));
	uint64_t most = most_bytes / bytes, n = t->size;

	if (s->type != COL_ALLREDUCE || ocr_shape_is_star(s, t->size))
		return 0;
	if (most < OCR_EXCHANGE_DIRECT)
		most = OCR_EXCHANGE_DIRECT;
	if (n <= OCR_EXCHANGE_CHEAP && n * bytes <= OCR_TOP_BYTES)
		most = OCR_EXCHANGE_CHEAP;
	if (n > most)
		n = 1 + (most - 1) / s->arity * s->arity;
	return n > 1 && t->rank < n ? (uint32_t)n : 0;
}

/* -- Slots ----------------------------------------------------------------- */

static uint32_t
place_of(const struct ocr_slots *s, uint32_t number)
{
	uint32_t low = 0, high = s->n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (s->at[mid].number < number)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

struct ocr_slot *
ocr_slot_find(struct ocr_slots *s, uint32_t number, uint32_t most,
	      uint64_t first, int *err)
{
	uint32_t i = place_of(s, number);

	if (i < s->n && s->at[i].number == number)
		return &s->at[i];
	*err = -EINVAL;
	if (s->n >= most)
		return NULL;
	if (s->n == s->cap) {
		uint32_t cap = s->cap ? 2 * s->cap : 4;
		struct ocr_slot *more = realloc(s->at, cap * sizeof(*more));

		*err = -ENOMEM;
		if (!more)
			return NULL;
		s->at = more;
		s->cap = cap;
	}
	memmove(&s->at[i + 1], &s->at[i], (s->n - i) * sizeof(*s->at));
	s->at[i] = (struct ocr_slot){number, s->n, first};
	s->n++;
	return &s->at[i];
}

/* -- Generations ----------------------------------------------------------- */

static struct ocr_generation **
place_at(struct ocr_collective *c, uint64_t gen)
{
	return &c->ring[gen & (c->cap - 1)];
}

static bool
grow(struct ocr_collective *c, uint64_t gen)
{
	size_t cap = c->cap ? c->cap : 4;
	struct ocr_generation **old = c->ring;
	size_t n_old = c->cap;

	while (gen - c->base >= cap)
		cap *= 2;
	c->ring = calloc(cap, sizeof(struct ocr_generation *));
	if (!c->ring) {
		c->ring = old;
		return false;
	}
	c->cap = cap;
	for (uint64_t k = c->base; k < c->base + n_old; k++)
		*place_at(c, k) = old[k & (n_old - 1)];
	free(old);
	return true;
}

struct ocr_generation *
ocr_representative_make_new(struct ocr_collective *c, uint64_t gen)
{
	struct ocr_generation **p;

	if (gen - c->base >= c->cap && !grow(c, gen))
		return NULL;
	p = place_at(c, gen);
	if (!*p && c->spare) {
		*p = c->spare;
		c->spare = NULL;
	}
	if (!*p)
		*p = ocr_generation_create();
	return *p;
}

ocrGuid_t
ocr_representative_drop(struct ocr_collective *c)
{
	struct ocr_generation *g = ocr_representative_at(c, c->base);
	ocrGuid_t block = NULL_GUID;

	if (g) {
		if (c->shape.reuse)
			block = g->block;
		*place_at(c, c->base) = NULL;
		ocr_generation_destroy(c->spare);
		ocr_generation_clear(g);
		c->spare = g;
	}
	c->base++;
	return block;
}

/* At the root, of a generation of which all have told it: the part of a node
 * that is not the root. */
static uint32_t
part_of(const struct ocr_collective *c, ocr_node_t node)
{
	return c->shape.here + ocr_tree_child_of(&c->tree, node);
}

/* What each of the others and those below it have given, as if they had taken
 * it: the last one first, as at the top.  How many are right below the root. */
static uint32_t
combine_all(struct ocr_collective *c, struct ocr_generation *g)
{
	const struct ocr_places *p = c->places;

	for (uint32_t i = p->n_all; i-- > 1;) {
		uint64_t child = (uint64_t)i * c->shape.arity + 1;

		for (uint32_t k = 0; k < c->shape.arity && child < p->n_all;
		     k++)
			ocr_generation_add(g, &c->shape, part_of(c, p->node[i]),
					   part_of(c, p->node[child++]),
					   c->words);
	}
	return p->n;
}

void
ocr_representative_combine(struct ocr_collective *c, uint64_t gen)
{
	struct ocr_generation *g = ocr_representative_at(c, gen);
	bool gathered = c->places && c->places->n_all &&
			!ocr_representative_is_placed(c, gen);
	uint32_t below = ocr_representative_below(c, gen);
	/* What was taken back has those of this node in it. */
	uint32_t own = g->result ? 0 : c->givers.n;

	if (gathered)
		below = combine_all(c, g);
	for (uint32_t i = 0; i < own; i++)
		ocr_generation_combine(g, &c->shape, c->givers.at[i].part,
				       c->words);
	for (uint32_t i = 0; i < below; i++)
		ocr_generation_combine(
			g, &c->shape,
			gathered ? part_of(c, ocr_places_child(c->places, i))
				 : c->shape.here + i,
			c->words);
}

uint32_t
ocr_representative_top_part(const struct ocr_collective *c, uint32_t rank,
			    uint32_t i)
{
	return c->shape.here + c->below + ocr_exchange_before(c->top, rank, i);
}

bool
ocr_representative_has_top(const struct ocr_collective *c,
			   const struct ocr_generation *g, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!ocr_generation_has(
			    g, ocr_representative_top_part(c, c->tree.rank, i)))
			return false;
	return true;
}

void
ocr_representative_give_top(struct ocr_collective *c, struct ocr_generation *g)
{
	/* There is room since the first contribution. */
	ocr_generation_give(g, ocr_representative_parts(c),
			    ocr_representative_top_part(c, c->tree.rank, 0),
			    g->result, c->words);
	g->result = NULL;
	g->n_top++;
}

/* The last one first: a node's children have those below them when it takes
 * theirs. */
void
ocr_representative_combine_top(struct ocr_collective *c,
			       struct ocr_generation *g)
{
	uint32_t first = c->shape.here + c->below;

	for (uint32_t rank = c->top; rank-- > 0;) {
		uint64_t child = (uint64_t)rank * c->shape.arity + 1;

		for (uint32_t i = 0; i < c->shape.arity && child < c->top; i++)
			ocr_generation_add(g, &c->shape, first + rank,
					   first + (uint32_t)child++, c->words);
	}
	g->result = ocr_generation_part(g, first, c->words);
}

bool
ocr_representative_is_whole(struct ocr_collective *c, uint64_t gen)
{
	const struct ocr_generation *g = ocr_representative_at(c, gen);

	if (!g || g->n_here < c->shape.here)
		return false;
	if (ocr_shape_is_star(&c->shape, c->tree.size) &&
	    ocr_tree_is_root(&c->tree) && !ocr_representative_is_placed(c, gen))
		return g->count == c->shape.contribs;
	return g->n_below == ocr_representative_below(c, gen);
}

/* -- Places ---------------------------------------------------------------- */

uint32_t
ocr_representative_below(const struct ocr_collective *c, uint64_t gen)
{
	return ocr_representative_is_placed(c, gen) ? c->places->n : c->below;
}

uint32_t
ocr_representative_child_of(const struct ocr_collective *c, uint64_t gen,
			    ocr_node_t node)
{
	return ocr_representative_is_placed(c, gen)
		       ? ocr_places_child_of(c->places, &c->tree, node)
		       : ocr_tree_child_of(&c->tree, node);
}

ocr_node_t
ocr_representative_parent(const struct ocr_collective *c, uint64_t gen)
{
	return ocr_representative_is_placed(c, gen) ? c->places->parent
						    : c->tree.parent;
}

bool
ocr_representative_place_all(struct ocr_collective *c, uint64_t gen,
			     struct ocr_opq *ops)
{
	const struct ocr_generation *g = ocr_representative_at(c, gen);

	/* Nothing of that generation, or of later ones, has come. */
	c->places = ocr_places_create(c->tree.root, c->tree.size,
				      gen + c->shape.max_gen);
	if (!c->places)
		return false;
	for (uint32_t i = 0; i < c->below; i++)
		if (ocr_generation_has(g, c->shape.here + i))
			ocr_places_add(c->places, ocr_tree_child(&c->tree, i));
	ocr_places_tell(c->places, c->guid, c->shape.arity, ops);
	return true;
}

bool
ocr_representative_place(struct ocr_collective *c, struct ocr_places *p)
{
	uint32_t old = ocr_representative_parts(c);
	uint64_t gen;

	for (size_t i = 0; i < c->cap; i++)
		if (c->ring[i] && !ocr_generation_widen(c->ring[i], old,
							old + p->n, c->words))
			return false;
	c->places = p;
	c->room += p->n;
	gen = p->since > c->base ? p->since : c->base;
	for (uint64_t k = gen; k < c->sent; k++)
		ocr_representative_at(c, k)->resolved = false;
	if (c->sent > gen)
		c->sent = c->resolved = gen;
	return true;
}

/* -- Life ------------------------------------------------------------------ */

struct ocr_collective *
ocr_representative_create(ocrGuid_t g)
{
	struct ocr_collective *c = calloc(1, sizeof(*c));

	if (c)
		c->guid = g;
	return c;
}

void
ocr_representative_destroy(struct ocr_collective *c)
{
	for (size_t i = 0; i < c->cap; i++)
		if (c->ring[i])
			ocr_generation_destroy(c->ring[i]);
	ocr_generation_destroy(c->spare);
	free(c->ring);
	free(c->givers.at);
	free(c->takers.at);
	ocr_opq_clear(&c->parked);
	free(c->places);
	free(c);
}
