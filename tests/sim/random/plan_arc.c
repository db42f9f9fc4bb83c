/* SPDX-License-Identifier: BSD-3-Clause */
/* plan_arc.c - events between children.
 *
 * What waits comes after what it waits for in the order of children, so there
 * is no cycle.
 */
#include "tests/sim/random/plan_make.h"

#define MAX_HOPS 2

void
plan_output_of(struct plan *p, unsigned t)
{
	struct plan_task *k = &p->tasks[t];

	if (k->output != PLAN_NONE)
		return;
	k->output = new_obj(p, k->group, PLAN_OBJ_OUTPUT);
	p->objs[k->output].task = (uint16_t)t;
}

static bool
can_give_output(const struct plan *p, const struct arc *a)
{
	const struct plan_task *t = &p->tasks[a->src[0]];

	return has(p, PLAN_OUTPUT) && a->n_src == 1 &&
	       t->done != PLAN_DONE_OUTPUT && !t->at_once &&
	       t->output == PLAN_NONE && p->objs[t->obj].name != PLAN_MAPPED &&
	       (t->role == PLAN_LEAF || (a->block == PLAN_NONE && !a->fresh));
}

static void
satisfy(struct plan *p, unsigned t, unsigned ev, const struct arc *a)
{
	duty(p, t, a->fresh ? PLAN_FRESH_SAT : PLAN_SATISFY, ev, a->block);
	p->ops[p->tasks[t].duties].seed = a->seed;
	p->ops[p->tasks[t].duties].words = a->words;
}

/* The output event of a child; what it returns goes with it. */
static uint16_t
give_output(struct plan *p, const struct arc *a)
{
	struct plan_task *t = &p->tasks[a->src[0]];

	plan_output_of(p, a->src[0]);
	if (!t->finish && odds(p, PLAN_STICKY, 2)) {
		t->ret = PLAN_RET_EVENT;
		t->ret_obj = create(p, a->g, PLAN_OBJ_STICKY);
		satisfy(p, a->src[0], t->ret_obj, a);
	} else if (a->fresh) {
		t->ret = PLAN_RET_FRESH;
		t->fresh_seed = a->seed;
		t->fresh_words = a->words;
	} else if (a->block != PLAN_NONE) {
		t->ret = PLAN_RET_BLOCK;
		t->ret_obj = (uint16_t)a->block;
	} else if (t->role == PLAN_LEAF && !plan_draw(p, 4)) {
		t->finish = 1;
	}
	return t->output;
}

/* Each source adds to the latch, and takes off as much and one more. */
static uint16_t
give_latch(struct plan *p, const struct arc *a, uint16_t before)
{
	uint16_t ev = create(p, a->g, PLAN_OBJ_LATCH);

	create_too(p, a->g, ev, before);
	for (unsigned i = 0; i < a->n_src; i++) {
		unsigned more = (unsigned)plan_draw(p, 3);

		if (odds(p, PLAN_COUNTED, 2))
			p->objs[ev].count++;
		else
			stage_op(p, a->g, PLAN_INCR, ev, PLAN_NONE, 0, 0,
				 before);
		/* The list grows at its head: increments come first. */
		for (unsigned k = 0; k <= more; k++)
			duty(p, a->src[i], PLAN_DECR, ev, PLAN_NONE);
		for (unsigned k = 0; k < more; k++)
			duty(p, a->src[i], PLAN_INCR, ev, PLAN_NONE);
	}
	return ev;
}

/* Once the event is gone, a child creates another one under its label, uses it
 * up, and so starts a second child.  It may try that at any time in the life of
 * the first event, which cannot depend on it: it comes behind the source. */
static void
take_turn(struct plan *p, const struct arc *a, unsigned ev)
{
	struct plan_group *g = &p->groups[a->g];
	unsigned at = p->tasks[a->src[0]].index + 1, by, to;
	uint16_t next;

	if (p->objs[ev].kind != PLAN_OBJ_ONCE ||
	    p->objs[ev].name == PLAN_UNNAMED ||
	    p->objs[ev].name == PLAN_MAPPED || at + 1u >= g->n_kids ||
	    !odds(p, PLAN_TURNS, 2))
		return;
	at += (unsigned)plan_draw(p, g->n_kids - 1 - at);
	by = g->kids[at];
	at += 1 + (unsigned)plan_draw(p, g->n_kids - 1 - at);
	to = g->kids[at];
	if (p->tasks[by].role != PLAN_LEAF || !has_room(p, to))
		return;
	create_before(p, a->g, ev, bit_of(p, by));
	next = new_obj(p, a->g, PLAN_OBJ_ONCE);
	p->objs[next].name = PLAN_BLOCK;
	p->objs[next].label = p->objs[ev].label;
	/* The list grows at its head. */
	duty(p, by, PLAN_SATISFY, next, PLAN_NONE);
	duty(p, by, PLAN_LINK, next, p->tasks[to].obj);
	p->ops[p->tasks[by].duties].slot =
		(uint8_t)add_slot(p, to,
				  (struct plan_slot){.kind = PLAN_SLOT_NULL,
						     .mode = DB_DEFAULT_MODE});
	p->ops[p->tasks[by].duties].mode = DB_DEFAULT_MODE;
	duty(p, by, PLAN_CREATE, next, PLAN_NONE);
}

static uint16_t
give_event(struct plan *p, const struct arc *a, unsigned kind, uint16_t before)
{
	uint16_t ev = create(p, a->g, kind);

	create_too(p, a->g, ev, before);
	for (unsigned i = 0; i < a->n_src; i++)
		satisfy(p, a->src[i], ev, a);
	take_turn(p, a, ev);
	return ev;
}

static unsigned
draw_kind(struct plan *p, bool control)
{
	static const uint32_t need[] = {
		[PLAN_OBJ_ONCE] = PLAN_ONCE,
		[PLAN_OBJ_STICKY] = PLAN_STICKY,
		[PLAN_OBJ_IDEM] = PLAN_IDEM,
		[PLAN_OBJ_LATCH] = PLAN_LATCH,
		[PLAN_OBJ_COUNTED] = PLAN_COUNTED,
	};
	unsigned first = (unsigned)plan_draw(p, 5);

	for (unsigned i = 0; i < 5; i++) {
		unsigned kind = (first + i) % 5;

		if (has(p, need[kind]) && (control || kind != PLAN_OBJ_LATCH))
			return kind;
	}
	return PLAN_OBJ_ONCE;
}

/* Events between the first event and the targets. */
static uint16_t
add_hops(struct plan *p, const struct arc *a, uint16_t ev, uint16_t before)
{
	unsigned n = odds(p, PLAN_CHAINS, 3)
			     ? 1 + (unsigned)plan_draw(p, MAX_HOPS)
			     : 0;

	while (n--) {
		unsigned kind =
			draw_kind(p, a->block == PLAN_NONE && !a->fresh);
		uint16_t next = create(p, a->g, kind);

		create_too(p, a->g, next, before);
		if (kind == PLAN_OBJ_LATCH)
			stage_op(p, a->g, PLAN_INCR, next, PLAN_NONE, 0, 0,
				 before);
		stage_op(p, a->g, PLAN_LINK, ev, next, 0, DB_DEFAULT_MODE,
			 before);
		p->objs[ev].count += p->objs[ev].kind == PLAN_OBJ_COUNTED;
		ev = next;
	}
	return ev;
}

/* The last link.  From an event that stays, it may come at any time, and from
 * any child that does not wait for this one. */
static void
link_target(struct plan *p, const struct arc *a, uint16_t ev, uint16_t dst,
	    const struct plan_slot *s, uint16_t before)
{
	struct plan_group *g = &p->groups[a->g];
	bool counted = p->objs[ev].kind == PLAN_OBJ_COUNTED;
	bool stays = counted || p->objs[ev].kind == PLAN_OBJ_STICKY ||
		     p->objs[ev].kind == PLAN_OBJ_IDEM;
	unsigned slot = add_slot(p, dst, *s);
	uint16_t by;

	p->objs[ev].count += counted;
	if (!stays || !odds(p, PLAN_HANDED, 3) || !p->tasks[dst].index) {
		stage_op(p, a->g, PLAN_LINK, ev, p->tasks[dst].obj, slot,
			 s->mode, stays && has(p, PLAN_HANDED) ? 0 : before);
		return;
	}
	by = g->kids[plan_draw(p, p->tasks[dst].index)];
	duty(p, by, PLAN_LINK, ev, p->tasks[dst].obj);
	p->ops[p->tasks[by].duties].slot = (uint8_t)slot;
	p->ops[p->tasks[by].duties].mode = s->mode;
}

void
plan_add_arc(struct plan *p, const struct arc *a, unsigned kind)
{
	uint16_t before = 0, ev;
	bool control = a->block == PLAN_NONE && !a->fresh;

	for (unsigned i = 0; i < a->n_src; i++)
		before |= bit_of(p, a->src[i]);
	if (kind == PLAN_ANY && can_give_output(p, a) && !plan_draw(p, 3)) {
		ev = give_output(p, a);
	} else {
		if (kind == PLAN_ANY)
			kind = draw_kind(p, control);
		ev = kind == PLAN_OBJ_LATCH ? give_latch(p, a, before)
					    : give_event(p, a, kind, before);
	}
	ev = add_hops(p, a, ev, before);
	for (unsigned i = 0; i < a->n_dst; i++)
		link_target(p, a, ev, a->dst[i], &a->slot[i], before);
	if (a->n_src == 1 && a->n_dst == 1 && p->objs[ev].janitor &&
	    odds(p, PLAN_HANDED, 3)) {
		p->objs[ev].janitor = 0;
		duty(p, a->dst[0], PLAN_DESTROY, ev, PLAN_NONE);
	}
}
