/* SPDX-License-Identifier: BSD-3-Clause */
/* plan_make.h - what the parts that draw a plan share: plan_grow.c,
 * plan_arc.c, plan_chain.c and plan_channel.c.
 */
#ifndef TESTS_SIM_RANDOM_PLAN_MAKE_H
#define TESTS_SIM_RANDOM_PLAN_MAKE_H

#include "tests/sim/random/plan.h"

#include "ocr.h"

/* Children that start others: each target has a slot that waits for the
 * source; with a latch or an idempotent event there may be several sources. */
struct arc {
	unsigned g;
	unsigned n_src, n_dst;
	uint16_t src[PLAN_KIDS], dst[PLAN_KIDS];
	struct plan_slot slot[PLAN_KIDS]; /* of each dst */
	unsigned block;			  /* passed on, or NONE */
	bool fresh;
	uint64_t seed; /* of the fresh block */
	uint32_t words;
};

/* Gives a child an output event, if it has none. */
void plan_output_of(struct plan *p, unsigned t);

#define PLAN_ANY PLAN_OBJ_OUTPUT
/* `kind` of the first event, or PLAN_ANY. */
void plan_add_arc(struct plan *p, const struct arc *a, unsigned kind);

/* A block and the children of group `g` that read and write it. */
void plan_add_chain(struct plan *p, unsigned g);
/* A channel event between the children of g. */
void plan_add_channel(struct plan *p, unsigned g);
/* The slot in which the janitor of g sees the last version of a block. */
void plan_show_last(struct plan *p, unsigned g, unsigned obj);

static inline bool
has(const struct plan *p, uint32_t feature)
{
	return p->features & feature;
}

/* One in n, with the feature. */
static inline bool
odds(struct plan *p, uint32_t feature, unsigned n)
{
	return has(p, feature) && !plan_draw(p, n);
}

static inline uint8_t
place(struct plan *p)
{
	return has(p, PLAN_SPREAD) ? (uint8_t)plan_draw(p, 64) : 0;
}

static inline uint32_t
length(struct plan *p)
{
	if (odds(p, PLAN_BIG, 4))
		return 500 + (uint32_t)plan_draw(p, 2500);
	return 1 + (uint32_t)plan_draw(p, 40);
}

static inline uint8_t
draw_name(struct plan *p, unsigned group, unsigned kind)
{
	if (group == PLAN_NONE || kind == PLAN_OBJ_TEMPLATE ||
	    kind == PLAN_OBJ_OUTPUT)
		return PLAN_UNNAMED;
	if (kind == PLAN_OBJ_REDUCE)
		return PLAN_LABEL;
	if (kind != PLAN_OBJ_TASK && odds(p, PLAN_MAPS, 4))
		return PLAN_MAPPED;
	if (!odds(p, PLAN_LABELS, 3))
		return PLAN_UNNAMED;
	if (kind != PLAN_OBJ_BLOCK && kind != PLAN_OBJ_CHANNEL &&
	    odds(p, PLAN_CHECKS, 2))
		return PLAN_CHECK;
	return PLAN_LABEL;
}

static inline uint16_t
new_obj(struct plan *p, unsigned group, unsigned kind)
{
	struct plan_obj *o = &p->objs[p->n_objs];

	o->kind = (uint8_t)kind;
	o->group = (uint16_t)group;
	o->node = place(p);
	o->name = draw_name(p, group, kind);
	o->label = p->n_objs;
	o->task = PLAN_NONE;
	o->janitor = kind == PLAN_OBJ_STICKY || kind == PLAN_OBJ_IDEM ||
		     kind == PLAN_OBJ_CHANNEL || kind == PLAN_OBJ_BLOCK ||
		     kind == PLAN_OBJ_TEMPLATE;
	return p->n_objs++;
}

static inline void
push(struct plan *p, uint16_t *list, struct plan_op op)
{
	op.next = *list;
	*list = p->n_ops;
	p->ops[p->n_ops++] = op;
}

static inline void
stage_op(struct plan *p, unsigned g, unsigned kind, unsigned a, unsigned b,
	 unsigned slot, unsigned mode, unsigned before)
{
	push(p, &p->groups[g].ops,
	     (struct plan_op){.kind = (uint8_t)kind,
			      .a = (uint16_t)a,
			      .b = (uint16_t)b,
			      .slot = (uint8_t)slot,
			      .mode = (uint8_t)mode,
			      .after = PLAN_NONE,
			      .before = (uint16_t)before});
}

static inline uint16_t
create(struct plan *p, unsigned g, unsigned kind)
{
	uint16_t o = new_obj(p, g, kind);

	stage_op(p, g, PLAN_CREATE, o, PLAN_NONE, 0, 0, 0);
	return o;
}

/* An object of a stage exists when these children start. */
static inline void
create_before(struct plan *p, unsigned g, unsigned obj, uint16_t before)
{
	for (unsigned o = p->groups[g].ops; o != PLAN_NONE; o = p->ops[o].next)
		if (p->ops[o].kind == PLAN_CREATE && p->ops[o].a == obj)
			p->ops[o].before |= before;
}

/* Others create the object as well, and all before these children start: once
 * it is gone, the next creation would succeed. */
static inline void
create_too(struct plan *p, unsigned g, unsigned obj, uint16_t before)
{
	unsigned n;

	if (p->objs[obj].name != PLAN_CHECK)
		return;
	create_before(p, g, obj, before);
	n = (unsigned)plan_draw(p, 3);
	while (n--)
		stage_op(p, g, PLAN_CREATE_TOO, obj, PLAN_NONE, 0, 0, before);
}

static inline void
duty(struct plan *p, unsigned t, unsigned kind, unsigned a, unsigned b)
{
	push(p, &p->tasks[t].duties,
	     (struct plan_op){.kind = (uint8_t)kind,
			      .a = (uint16_t)a,
			      .b = (uint16_t)b});
}

static inline uint16_t
bit_of(const struct plan *p, unsigned t)
{
	return (uint16_t)(1u << p->tasks[t].index);
}

static inline unsigned
add_slot(struct plan *p, unsigned t, struct plan_slot s)
{
	p->tasks[t].slots[p->tasks[t].n_slots] = s;
	return p->tasks[t].n_slots++;
}

static inline bool
has_room(const struct plan *p, unsigned t)
{
	return !p->tasks[t].at_once && p->tasks[t].n_slots < PLAN_SLOTS - 8;
}

static inline unsigned
read_mode(struct plan *p)
{
	return plan_draw(p, 2) ? DB_MODE_CONST : DB_MODE_RO;
}

static inline unsigned
write_mode(struct plan *p)
{
	return plan_draw(p, 2) ? DB_MODE_EW : DB_MODE_RW;
}

static inline unsigned
any_mode(struct plan *p)
{
	return plan_draw(p, 2) ? read_mode(p) : write_mode(p);
}

static inline bool
is_waiting_kid(const struct plan *p, unsigned g, unsigned i)
{
	const struct plan_task *t = &p->tasks[p->groups[g].kids[i]];

	return t->role != PLAN_DOOM &&
	       p->groups[g].kids[i] != p->groups[g].janitor;
}

static inline struct arc
control_arc(unsigned g, unsigned dst)
{
	return (struct arc){
		.g = g,
		.n_dst = 1,
		.dst = {(uint16_t)dst},
		.slot = {{.kind = PLAN_SLOT_NULL, .mode = DB_DEFAULT_MODE}},
		.block = PLAN_NONE};
}

#endif
