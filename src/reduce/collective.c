/* SPDX-License-Identifier: BSD-3-Clause */
/* collective.c - what ops do to representatives, and what follows from that.
 *
 * Everything that follows is collected under the lock and sent when it is
 * free.  Two threads may do that in any order: whoever receives it knows the
 * generation.  Ops that come too early for the state of the representative are
 * parked.
 */
#include "src/reduce/collective.h"

#include "src/base/runtime.h"
#include "src/reduce/exchange.h"
#include "src/reduce/outcome.h"
#include "src/reduce/reduce.h"
#include "src/reduce/representative.h"
#include "src/stream/direct.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Instead of an error: the op must wait. */
#define PARK 1

/* -- What follows ---------------------------------------------------------- */

/* The result is here. */
static void
resolve(struct ocr_runtime *rt, struct ocr_collective *c, uint64_t gen,
	struct ocr_outcome *o)
{
	struct ocr_generation *g = ocr_representative_at(c, gen);

	g->resolved = true;
	if (c->shape.type != COL_REDUCE)
		ocr_representative_send_down(c, gen, &o->ops);
	ocr_outcome_serve(rt, c, g, o);
}

/* Not all nodes take part, and which do is still to be told: something that has
 * left may have to leave again. */
static bool
is_to_be_placed(const struct ocr_collective *c)
{
	return ocr_shape_is_star(&c->shape, c->tree.size) && !c->places &&
	       c->end > c->first;
}

/* CLOSING -> ABSENT.  What has come for the next life stays; who waits for it
 * does so for ever. */
static void
try_to_end(struct ocr_runtime *rt, struct ocr_collective *c,
	   struct ocr_outcome *o)
{
	if (c->life != OCR_LIFE_CLOSING || c->resolved < c->end ||
	    is_to_be_placed(c))
		return;
	while (c->base < c->end)
		ocr_outcome_drop(rt, c, o);
	for (size_t i = 0; i < c->cap; i++)
		if (c->ring[i])
			ocr_generation_forget(c->ring[i]);
	ocr_generation_destroy(c->spare);
	c->spare = NULL;
	free(c->places);
	c->places = NULL;
	c->resolved = c->sent = c->full = c->base;
	c->givers.n = c->takers.n = 0;
	c->life = OCR_LIFE_ABSENT;
}

/* At the top: tells what is here of the generations to which this node has
 * given, and completes those of which everything is. */
static void
meet(struct ocr_runtime *rt, struct ocr_collective *c, struct ocr_outcome *o)
{
	for (uint64_t gen = c->resolved; gen < c->sent; gen++) {
		struct ocr_generation *g = ocr_representative_at(c, gen);

		if (g->resolved)
			continue;
		if (g->told < c->tells)
			ocr_representative_send_on(c, gen, &o->ops);
		if (g->n_top < c->top)
			continue;
		ocr_representative_combine_top(c, g);
		resolve(rt, c, gen, o);
	}
}

/* After each change: does whatever is possible now. */
static void
advance(struct ocr_runtime *rt, struct ocr_collective *c, struct ocr_outcome *o)
{
	bool is_last = ocr_tree_is_root(&c->tree) && !c->top;
	struct ocr_generation *g;
	uint64_t done;

	while (ocr_representative_is_whole(c, c->sent)) {
		g = ocr_representative_at(c, c->sent);
		if (is_last && !c->places &&
		    ocr_shape_is_star(&c->shape, rt->size))
			o->no_memory |= !ocr_representative_place_all(
				c, c->sent, &o->ops);
		ocr_representative_combine(c, c->sent);
		if (is_last && !g->result) {
			g->result = g->parts; /* zero */
			o->no_values = true;
		}
		if (is_last)
			resolve(rt, c, c->sent, o);
		else if (c->top)
			ocr_representative_give_top(c, g);
		else
			ocr_representative_send_up(c, c->sent, &o->ops);
		g->resolved |= c->shape.type == COL_REDUCE;
		c->sent++;
	}
	if (c->top)
		meet(rt, c, o);
	while ((g = ocr_representative_at(c, c->resolved)) && g->resolved)
		c->resolved++;
	/* A slot that has contributed to a generation maxGen later knows the
	 * result. */
	done = c->shape.here ? c->full : c->resolved;
	while (c->base + c->shape.max_gen < done)
		ocr_outcome_drop(rt, c, o);
	if (c->life == OCR_LIFE_CLOSING)
		try_to_end(rt, c, o);
}

/* -- Ops ------------------------------------------------------------------- */

static int
create(struct ocr_runtime *rt, struct ocr_collective *c,
       const struct ocr_msg_collective_create *m)
{
	bool gathers;

	if (c->life != OCR_LIFE_ABSENT)
		return c->life == OCR_LIFE_LIVE ? -EEXIST : PARK;
	c->shape = m->shape;
	c->first = c->base;
	c->words = ocr_shape_words(&m->shape, ocr_reduce_bytes(m->shape.op));
	gathers = ocr_shape_gathers(&m->shape, rt->size,
				    rt->collectives->gather_least);
	c->tree = ocr_tree_at(rt->size, ocr_owner_of(rt, c->guid), rt->self,
			      gathers || ocr_shape_is_star(&m->shape, rt->size)
				      ? 0
				      : m->shape.arity);
	if (gathers && ocr_tree_is_root(&c->tree)) {
		c->places = ocr_places_of_all(&c->tree, m->shape.arity);
		if (!c->places)
			return -ENOMEM;
	}
	c->top = gathers ? 0
			 : ocr_shape_top(&c->shape, &c->tree,
					 rt->collectives->top_bytes);
	c->tells = ocr_exchange_steps(c->top);
	c->below = c->tree.first < c->top ? 0 : c->tree.n;
	c->room = c->below;
	c->life = OCR_LIFE_LIVE;
	return 0;
}

static int
contribute(struct ocr_runtime *rt, struct ocr_collective *c,
	   const struct ocr_msg_contribute *m, struct ocr_outcome *o)
{
	bool counts = c->shape.type != COL_BROADCAST || !m->slot;
	struct ocr_generation *g;
	struct ocr_slot *s;
	int err = 0;

	if (c->life != OCR_LIFE_LIVE)
		return PARK;
	s = ocr_slot_of(&c->givers, m->slot, c->shape.here, c->first, &err);
	if (!s)
		return err;
	if (s->next >= c->resolved + c->shape.max_gen)
		return -ENOSPC;
	g = ocr_representative_make(c, s->next);
	if (!g)
		return -ENOMEM;
	if (g->count == c->shape.contribs)
		return -EINVAL;
	err = ocr_generation_give(g, ocr_representative_parts(c), s->part,
				  counts ? m->values : NULL, c->words);
	if (err)
		return err;
	s->next++;
	g->count++;
	if (++g->n_here < c->shape.here)
		return 0;
	c->full++;
	advance(rt, c, o);
	return 0;
}

static int
add_dep(struct ocr_runtime *rt, struct ocr_collective *c,
	const struct ocr_msg_collective_dep *m, struct ocr_outcome *o)
{
	struct ocr_waiter w = ocr_waiter_of(m->dest, m->slot, m->mode);
	struct ocr_generation *g;
	struct ocr_slot *s;
	int err = 0;

	if (c->life != OCR_LIFE_LIVE)
		return PARK;
	s = ocr_slot_of(&c->takers, m->sslot, UINT32_MAX, c->first, &err);
	if (!s)
		return err;
	if (s->next < c->base)
		return -ENOENT;
	g = ocr_representative_make(c, s->next);
	if (!g || ocr_generation_wait(g, &w))
		return -ENOMEM;
	s->next++;
	if (g->resolved)
		ocr_outcome_serve(rt, c, g, o);
	return 0;
}

static int
destroy(struct ocr_runtime *rt, struct ocr_collective *c, struct ocr_outcome *o)
{
	if (c->life != OCR_LIFE_LIVE)
		return PARK;
	for (uint32_t i = 0; i < c->givers.n; i++)
		if (c->givers.at[i].next != c->full ||
		    c->givers.n < c->shape.here)
			return -EPERM;
	c->end = c->full;
	/* A root without contributors waits for what was asked for. */
	for (uint32_t i = 0; !c->shape.here && i < c->takers.n; i++)
		if (c->takers.at[i].next > c->end)
			c->end = c->takers.at[i].next;
	c->life = OCR_LIFE_CLOSING;
	try_to_end(rt, c, o);
	return 0;
}

/* At the root: did it leave before its sender knew his place?  It comes again,
 * with what those below him have given, and may have come. */
static bool
is_taken_back(const struct ocr_runtime *rt, const struct ocr_collective *c,
	      const struct ocr_msg_partial *m)
{
	return c->shape.type == COL_REDUCE && !m->placed &&
	       ocr_shape_is_star(&c->shape, rt->size) &&
	       ocr_tree_is_root(&c->tree) &&
	       (m->generation < c->sent ||
		ocr_representative_is_placed(c, m->generation));
}

/* From one child, or over `far` places at the top: what `n` nodes have. */
static bool
is_partial(const struct ocr_runtime *rt, const struct ocr_collective *c,
	   ocr_node_t from, const struct ocr_msg_partial *m, uint32_t far,
	   uint32_t n)
{
	if (far ? m->empty
		: ocr_representative_child_of(c, m->generation, from) >=
			    ocr_representative_below(c, m->generation))
		return false;
	return from != rt->self &&
	       m->placed == ocr_representative_is_placed(c, m->generation) &&
	       ocr_shape_agrees(&c->shape, &m->shape, rt->size) &&
	       m->op.len_bytes ==
		       sizeof(*m) + (m->empty ? 0 : 8 * n * c->words) &&
	       (!m->empty || c->shape.type == COL_BROADCAST);
}

/* Over how many places at the top a node tells this one; 0: it does not. */
static uint32_t
distance_from(const struct ocr_collective *c, ocr_node_t from)
{
	uint32_t rank = c->top ? ocr_tree_rank(&c->tree, from) : 0;

	return rank < c->top ? ocr_exchange_distance(c->top, c->tree.rank, rank)
			     : 0;
}

/* Takes what a child has given, or a node at the top.  0 or -errno. */
static int
take_values(struct ocr_collective *c, struct ocr_generation *g, ocr_node_t from,
	    const struct ocr_msg_partial *m, uint32_t n_top)
{
	uint32_t parts = ocr_representative_parts(c);
	uint32_t child = ocr_representative_child_of(c, m->generation, from);
	uint32_t rank = ocr_tree_rank(&c->tree, from);
	int err = 0;

	for (uint32_t i = 0; !err && i < n_top; i++)
		err = ocr_generation_give(
			g, parts, ocr_representative_top_part(c, rank, i),
			m->values + i * c->words, c->words);
	if (!n_top)
		err = ocr_generation_give(g, parts, c->shape.here + child,
					  m->empty ? NULL : m->values,
					  c->words);
	if (err)
		return err;
	g->n_top += n_top;
	g->n_below += !n_top;
	g->count += n_top ? 0 : m->count;
	return 0;
}

static int
take_partial(struct ocr_runtime *rt, struct ocr_collective *c, ocr_node_t from,
	     const struct ocr_msg_partial *m, struct ocr_outcome *o)
{
	uint32_t far = distance_from(c, from);
	uint32_t n_top = far ? ocr_exchange_len(c->top, far) : 0;
	struct ocr_generation *g;
	int err;

	if (is_taken_back(rt, c, m))
		return 0;
	/* What this node has sent of that generation is to be taken back. */
	if (m->placed && !c->places && !ocr_tree_is_root(&c->tree) &&
	    ocr_shape_is_star(&c->shape, rt->size))
		return PARK;
	if (m->generation < (far ? c->resolved : c->sent))
		return -ENOENT;
	if (c->life == OCR_LIFE_ABSENT ||
	    (c->life == OCR_LIFE_CLOSING && m->generation >= c->end))
		return PARK;
	if (!is_partial(rt, c, from, m, far, far ? n_top : 1))
		return -EINVAL;
	/* Whoever is at the top has the result of the generation max_gen before
	 * that, to which this node has contributed, but may have it earlier.
	 * So may who has it from the root, as all have when none knows his
	 * place. */
	if (m->generation >= c->resolved + (far || m->placed ? 2 : 1) *
						   (uint64_t)c->shape.max_gen)
		return -ENOSPC;
	g = ocr_representative_make(c, m->generation);
	if (!g)
		return -ENOMEM;
	if (!m->count || m->count > c->shape.contribs - g->count)
		return -EINVAL;
	err = take_values(c, g, from, m, n_top);
	if (err)
		return err;
	advance(rt, c, o);
	return 0;
}

static int
take_result(struct ocr_runtime *rt, struct ocr_collective *c, ocr_node_t from,
	    const struct ocr_msg_result *m, struct ocr_outcome *o)
{
	struct ocr_generation *g;

	if (c->life == OCR_LIFE_ABSENT ||
	    from != ocr_representative_parent(c, m->generation) ||
	    ocr_tree_is_root(&c->tree) || c->top ||
	    c->shape.type == COL_REDUCE ||
	    m->op.len_bytes != sizeof(*m) + 8 * c->words)
		return -EINVAL;
	g = m->generation < c->sent ? ocr_representative_at(c, m->generation)
				    : NULL;
	if (!g || g->resolved)
		return -EINVAL;
	g->result = g->parts;
	memcpy(g->result, m->values, c->words * sizeof(uint64_t));
	resolve(rt, c, m->generation, o);
	advance(rt, c, o);
	return 0;
}

static int
take_place(struct ocr_runtime *rt, struct ocr_collective *c, ocr_node_t from,
	   const struct ocr_msg_branch *m, struct ocr_outcome *o)
{
	struct ocr_places *p;
	int err;

	/* This node has given to the generation that is max_gen before `since`,
	 * and does not end before it has heard this. */
	if (c->life == OCR_LIFE_ABSENT || c->places || from != c->tree.root ||
	    ocr_tree_is_root(&c->tree) ||
	    !ocr_shape_is_star(&c->shape, rt->size) ||
	    m->since < c->first + c->shape.max_gen ||
	    m->since - c->shape.max_gen >= c->sent)
		return -EINVAL;
	p = ocr_places_told(m, &c->tree, c->shape.arity, &err);
	if (!p)
		return err;
	if (!ocr_representative_place(c, p)) {
		free(p);
		return -ENOMEM;
	}
	advance(rt, c, o);
	return 0;
}

/* 0, -errno, or PARK. */
static int
apply(struct ocr_runtime *rt, struct ocr_collective *c, ocr_node_t from,
      const struct ocr_op *op, struct ocr_outcome *o)
{
	const void *m = op;

	switch ((enum ocr_msg_type)op->type) {
	case OCR_MSG_COLLECTIVE_CREATE:
		return create(rt, c, m);
	case OCR_MSG_COLLECTIVE_DESTROY:
		return destroy(rt, c, o);
	case OCR_MSG_COLLECTIVE_DEP:
		return add_dep(rt, c, m, o);
	case OCR_MSG_CONTRIBUTE:
		return contribute(rt, c, m, o);
	case OCR_MSG_PARTIAL:
		return take_partial(rt, c, from, m, o);
	case OCR_MSG_RESULT:
		return take_result(rt, c, from, m, o);
	case OCR_MSG_BRANCH:
		return take_place(rt, c, from, m, o);
	default:
		return -EINVAL;
	}
}

/* -- Parking --------------------------------------------------------------- */

/* Applies what is parked, until none of it can go on. */
static void
drain(struct ocr_runtime *rt, struct ocr_collective *c, struct ocr_outcome *o)
{
	bool again = c->n_parked;

	while (again) {
		struct ocr_opq old = c->parked;
		struct ocr_op *op;
		ocr_node_t from;

		c->parked = (struct ocr_opq){NULL, NULL};
		c->n_parked = 0;
		for (again = false; (op = ocr_opq_peek(&old, &from));
		     ocr_opq_pop(&old)) {
			int err = apply(rt, c, from, op, o);

			if (err == PARK) {
				ocr_opq_push(&c->parked, from, op);
				c->n_parked++;
				continue;
			}
			again = true;
			if (err)
				ocr_outcome_fail(o, from, op, err);
		}
		ocr_opq_clear(&old);
	}
}

/* -- For everybody --------------------------------------------------------- */

static int
do_op(struct ocr_runtime *rt, struct ocr_collective *c, ocr_node_t from,
      const struct ocr_op *op)
{
	union ocr_opq_room room;
	struct ocr_outcome o;
	int err;

	ocr_outcome_begin(&o, &room);
	ocr_lock(&c->lock, OCR_LOCK_REDUCE);
	err = apply(rt, c, from, op, &o);
	if (err == PARK) {
		ocr_opq_push(&c->parked, from, op);
		c->n_parked++;
		err = 0;
	} else {
		drain(rt, c, &o);
	}
	ocr_unlock(&c->lock, OCR_LOCK_REDUCE);
	ocr_outcome_settle(rt, c->guid, &o);
	return err;
}

int
ocr_collective_on_op(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	/* The object is the first field of every message. */
	ocrGuid_t g = ((const struct ocr_msg_destroy *)(const void *)op)->guid;
	struct ocr_collective *c;

	if (ocr_guid_kind(g) != OCR_GUID_EVENT_COLLECTIVE ||
	    ocr_owner_of(rt, g) >= rt->size)
		return -EINVAL;
	c = ocr_collective_of(rt, g, true);
	return c ? do_op(rt, c, from, op) : -ENOMEM;
}

int
ocr_collective_submit(struct ocr_stream *s, struct ocr_op *op)
{
	struct ocr_runtime *rt = s->rt;
	int err;

	if (!ocr_direct_ok(s))
		return ocr_stream_submit(s, rt->self, op);
	OCR_DIRECT_BEGIN(s, op);
	err = ocr_collective_on_op(rt, rt->self, op);
	ocr_direct_end(rt);
	return err;
}
