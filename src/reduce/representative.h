/* SPDX-License-Identifier: BSD-3-Clause */
/* representative.h - what one node knows of one reduction event.
 *
 * Knows slots, generations and their numbers, and what other nodes are told of
 * them; does not know when (collective.c).  The life of a representative; its
 * memory stays, so that a label can be used again, and its generations are
 * numbered on:
 *
 *   ABSENT --> LIVE --> CLOSING --> ABSENT
 *
 *   ABSENT  -> LIVE     create
 *   LIVE    -> CLOSING  destroy      nothing is contributed any more
 *   CLOSING -> ABSENT   try_to_end   what was contributed has left
 *
 * The numbers of generations:
 *
 *   base         those below are forgotten
 *   <= resolved  those below have their result, or owe nothing here
 *   <= sent      those below are complete, here and below in the tree, and
 *                have left
 *   <= full      those below have all contributions of this node
 *                (at a root without contributors it stays behind)
 *
 * Threads: none; the lock of the representative guards all of it.
 */
#ifndef SRC_REDUCE_REPRESENTATIVE_H
#define SRC_REDUCE_REPRESENTATIVE_H

#include "fabric/lock.h"
#include "src/base/msg.h"
#include "src/base/opq.h"
#include "src/base/tree.h"
#include "src/reduce/generation.h"
#include "src/reduce/places.h"
#include "src/sched/worker.h"

#include <stdbool.h>

struct ocr_runtime;

/* A slot and the generation of its next use. */
struct ocr_slot {
	uint32_t number;
	uint32_t part; /* of a contributor: counted in the order of first use */
	uint64_t next;
};

/* Ascending by number. */
struct ocr_slots {
	struct ocr_slot *at;
	uint32_t n, cap;
};

enum ocr_life { OCR_LIFE_ABSENT, OCR_LIFE_LIVE, OCR_LIFE_CLOSING };

struct ocr_collective {
	struct ocr_collective *next; /* guarded by the table's lock */
	ocrGuid_t guid;		     /* fixed after create */
	struct ocr_lock lock;	     /* rank OCR_LOCK_REDUCE */
	/* Guarded by lock: */
	bool is_asked;		/* by calls, whose ops may be under way */
	struct ocr_shape asked; /* by the last; zero: never */
	enum ocr_life life;
	struct ocr_shape shape;
	struct ocr_tree tree;
	uint32_t top;	/* see ocr_shape_top(); 0: this node is not one */
	uint32_t tells; /* of a generation that has told all there */
	uint32_t below; /* children whose values go up through this node */
	uint32_t room;	/* for so many children in each generation */
	/* Of an event that not all nodes take part in; NULL: not known yet. */
	struct ocr_places *places;
	size_t words; /* of a contribution */
	struct ocr_slots givers, takers;
	uint64_t first; /* of this life */
	uint64_t base, resolved, sent, full;
	uint64_t end; /* CLOSING: the first that does not count */
	struct ocr_generation **ring; /* base .. base + cap - 1 */
	size_t cap;		      /* 0, or a power of 2 */
	struct ocr_generation *spare; /* the last that was dropped, or NULL */
	struct ocr_opq parked;	      /* ops that came too early */
	size_t n_parked;
};

/* May a node take part in `g` in this way? */
bool ocr_shape_is_possible(struct ocr_runtime *rt, ocrGuid_t g,
			   const struct ocr_shape *s);

/* Do not all nodes take part? */
static inline bool
ocr_shape_is_star(const struct ocr_shape *s, uint32_t size)
{
	return (uint64_t)s->here * size != s->contribs;
}

/* Do all nodes, at least so many (0: they never do), tell the root, which adds
 * up few values in the order of the tree?  No other way of so few messages has
 * only two behind each other. */
bool ocr_shape_gathers(const struct ocr_shape *s, uint32_t size,
		       uint32_t least);

/* So many nodes at the top of the tree, from the root on, tell each other what
 * they have (exchange.h), instead of the root alone: all nodes, if what they
 * have takes `most_bytes` together, else the most of them of whom none has
 * children there and others below.  0: t's node is not one of them, or there
 * are none, because the result is not for all. */
uint32_t ocr_shape_top(const struct ocr_shape *s, const struct ocr_tree *t,
		       size_t most_bytes);

/* Can two nodes with these shapes take part in one event?  Nodes of a star may
 * have different numbers of contributors. */
bool ocr_shape_agrees(const struct ocr_shape *a, const struct ocr_shape *b,
		      uint32_t size);

/* The slot with this number, new if it must be.  NULL: there would be more
 * than `most` (*err -EINVAL), or no memory (-ENOMEM). */
struct ocr_slot *ocr_slot_find(struct ocr_slots *s, uint32_t number,
			       uint32_t most, uint64_t first, int *err);
static inline struct ocr_slot *
ocr_slot_of(struct ocr_slots *s, uint32_t number, uint32_t most, uint64_t first,
	    int *err)
{
	/* As a rule a node uses one. */
	return s->n && s->at[0].number == number
		       ? &s->at[0]
		       : ocr_slot_find(s, number, most, first, err);
}

/* The generation, or NULL. */
static inline struct ocr_generation *
ocr_representative_at(const struct ocr_collective *c, uint64_t gen)
{
	return gen >= c->base && gen - c->base < c->cap
		       ? c->ring[gen & (c->cap - 1)]
		       : NULL;
}
/* The same, new if it must be; gen is not below base.  NULL: no memory. */
struct ocr_generation *ocr_representative_make_new(struct ocr_collective *c,
						   uint64_t gen);
static inline struct ocr_generation *
ocr_representative_make(struct ocr_collective *c, uint64_t gen)
{
	struct ocr_generation *g = ocr_representative_at(c, gen);

	return g ? g : ocr_representative_make_new(c, gen);
}
/* Forgets generation `base`.  Returns its block, if the runtime has to destroy
 * it, or NULL_GUID. */
ocrGuid_t ocr_representative_drop(struct ocr_collective *c);

/* The node's contributors, children and, at the top, all that are there: the
 * parts of a generation. */
static inline uint32_t
ocr_representative_parts(const struct ocr_collective *c)
{
	return c->shape.here + c->room + c->top;
}

/* Does generation gen go by places, over those that take part alone? */
static inline bool
ocr_representative_is_placed(const struct ocr_collective *c, uint64_t gen)
{
	return c->places && gen >= c->places->since;
}

/* Who is above and below this node in generation gen.  The number of a child
 * is that of its part; below: this is none. */
uint32_t ocr_representative_below(const struct ocr_collective *c, uint64_t gen);
uint32_t ocr_representative_child_of(const struct ocr_collective *c,
				     uint64_t gen, ocr_node_t node);
ocr_node_t ocr_representative_parent(const struct ocr_collective *c,
				     uint64_t gen);

/* At the root, where all have told it of generation gen: it is known who takes
 * part, and each of them is told its place (appended to `ops`).  False: no
 * memory. */
bool ocr_representative_place_all(struct ocr_collective *c, uint64_t gen,
				  struct ocr_opq *ops);
/* Elsewhere: takes p.  What has left since then without its children is taken
 * back; it leaves again with them.  False: no memory, p is the caller's. */
bool ocr_representative_place(struct ocr_collective *c, struct ocr_places *p);

/* At the top: the part of the node i places before the one of this rank. */
uint32_t ocr_representative_top_part(const struct ocr_collective *c,
				     uint32_t rank, uint32_t i);

/* Has what n nodes at the top have come, this node and those before it? */
bool ocr_representative_has_top(const struct ocr_collective *c,
				const struct ocr_generation *g, uint32_t n);

/* Has everything come from here and below? */
bool ocr_representative_is_whole(struct ocr_collective *c, uint64_t gen);
/* Local contributions in the order of slots, then those of the children. */
void ocr_representative_combine(struct ocr_collective *c, uint64_t gen);
/* At the top, and that has been done: it is what this node has. */
void ocr_representative_give_top(struct ocr_collective *c,
				 struct ocr_generation *g);
/* What all at the top have is there: in the order of the tree. */
void ocr_representative_combine_top(struct ocr_collective *c,
				    struct ocr_generation *g);

/* Appends to `ops`, each with its node: to the parent, what is here and below;
 * to the children that have given something, the result; at the top, whatever
 * can be told by now and has not been. */
void ocr_representative_send_up(struct ocr_collective *c, uint64_t gen,
				struct ocr_opq *ops);
void ocr_representative_send_down(struct ocr_collective *c, uint64_t gen,
				  struct ocr_opq *ops);
void ocr_representative_send_on(struct ocr_collective *c, uint64_t gen,
				struct ocr_opq *ops);

/* That of this node.  NULL: there is none, and `add` is false; or no
 * memory. */
struct ocr_collective *ocr_collective_seek(struct ocr_runtime *rt, ocrGuid_t g,
					   bool add);
/* As a rule the worker has looked for no other since: they stay until the node
 * ends. */
static inline struct ocr_collective *
ocr_collective_of(struct ocr_runtime *rt, ocrGuid_t g, bool add)
{
	const struct ocr_worker *w = ocr_self;
	struct ocr_collective *c = w && w->rt == rt ? w->reduction : NULL;

	return c && ocr_guid_eq(c->guid, g) ? c
					    : ocr_collective_seek(rt, g, add);
}

/* A new representative, ABSENT.  NULL: no memory. */
struct ocr_collective *ocr_representative_create(ocrGuid_t g);
void ocr_representative_destroy(struct ocr_collective *c);

#endif
