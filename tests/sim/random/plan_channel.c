/* SPDX-License-Identifier: BSD-3-Clause */
/* plan_channel.c - channel events between children.
 *
 * Satisfactions come in a fixed order: from the stages of the group, which
 * follow each other, or from children of which each waits for the one before.
 * So do dependences.  Then it is known which meet.  Who waits for a generation
 * comes after all who fill it in the order of children.
 */
#include "tests/sim/random/plan_make.h"

#define MOST_ACTORS 3
#define MOST_GENS   4
#define MOST_EACH   3
#define MOST	    (MOST_GENS * MOST_EACH)

/* Who satisfies, or who links, one after the other; none: the stages. */
struct side {
	unsigned n, kids[MOST_ACTORS]; /* places among the children */
	unsigned n_ops, n_all;	       /* that are needed; that were planned */
	struct plan_op ops[2 * MOST];
};

struct line {
	unsigned g, n_gens;
	uint16_t obj;
	unsigned nb_sat, nb_deps;
	struct side sats, deps;
};

static bool
can_act(const struct plan *p, unsigned g, unsigned i)
{
	unsigned t = p->groups[g].kids[i];

	return is_waiting_kid(p, g, i) && has_room(p, t) &&
	       p->tasks[t].role != PLAN_JANITOR;
}

static void
draw_side(struct plan *p, unsigned g, struct side *s, unsigned n_ops)
{
	unsigned n_kids = p->groups[g].n_kids;

	s->n = 0;
	s->n_ops = 0;
	s->n_all = n_ops;
	if (!plan_draw(p, 3))
		return;
	/* The first half; who waits comes behind. */
	for (unsigned i = 0; i < (n_kids + 1) / 2 && s->n < MOST_ACTORS; i++)
		if (can_act(p, g, i) && plan_draw(p, 2))
			s->kids[s->n++] = i;
}

/* Which of its actors does op number `i`. */
static unsigned
actor(const struct side *s, unsigned i)
{
	return i < s->n_all ? i * s->n / s->n_all : s->n - 1;
}

/* The first child that may wait for ops up to number `i`. */
static unsigned
behind(const struct side *s, unsigned i)
{
	return s->n ? s->kids[actor(s, i)] + 1 : 0;
}

static unsigned
draw_waiter(struct plan *p, const struct line *l, unsigned gen)
{
	const struct plan_group *grp = &p->groups[l->g];
	unsigned first = behind(&l->sats, (gen + 1) * l->nb_sat - 1);
	unsigned other = behind(&l->deps, (gen + 1) * l->nb_deps - 1);
	unsigned n, i;

	if (other > first)
		first = other;
	if (first >= grp->n_kids)
		return PLAN_NONE;
	n = grp->n_kids - first;
	i = (unsigned)plan_draw(p, n);
	for (unsigned k = 0; k < n; k++) {
		unsigned t = grp->kids[first + (i + k) % n];

		if (has_room(p, t))
			return t;
	}
	return PLAN_NONE;
}

/* How many dependences get satisfaction `i` of a generation. */
static unsigned
takers(const struct line *l, unsigned i)
{
	if (i + 1 < l->nb_sat || l->nb_deps < l->nb_sat)
		return i < l->nb_deps;
	return l->nb_deps - i;
}

/* A satisfaction with a block of its own, with one of all, or without; and what
 * the slot must find. */
static struct plan_op
draw_data(struct plan *p, const struct line *l, unsigned i,
	  struct plan_slot *slot)
{
	struct plan_op op = {.kind = PLAN_SEND, .a = l->obj, .b = PLAN_NONE};

	*slot = (struct plan_slot){.kind = PLAN_SLOT_NULL,
				   .mode = DB_DEFAULT_MODE};
	if (takers(l, i) == 1 && odds(p, PLAN_FRESH, 2)) {
		op.seed = plan_draw(p, UINT64_MAX);
		op.words = length(p);
		*slot = (struct plan_slot){.kind = PLAN_SLOT_FRESH,
					   .mode = (uint8_t)any_mode(p),
					   .seed = op.seed,
					   .words = op.words};
	} else if (plan_draw(p, 2)) {
		op.b = p->acc;
		*slot = (struct plan_slot){.kind = PLAN_SLOT_BARE,
					   .mode = DB_MODE_NULL};
	}
	return op;
}

/* False: nobody is left who could wait. */
static bool
add_generation(struct plan *p, struct line *l, unsigned gen)
{
	struct plan_slot slots[MOST_EACH];
	unsigned t = draw_waiter(p, l, gen);

	if (t == PLAN_NONE)
		return false;
	for (unsigned i = 0; i < l->nb_sat; i++)
		l->sats.ops[l->sats.n_ops++] = draw_data(p, l, i, &slots[i]);
	for (unsigned i = 0; i < l->nb_deps; i++) {
		const struct plan_slot *s =
			&slots[i < l->nb_sat ? i : l->nb_sat - 1];

		l->deps.ops[l->deps.n_ops++] = (struct plan_op){
			.kind = PLAN_TAKE,
			.a = l->obj,
			.b = p->tasks[t].obj,
			.slot = (uint8_t)p->tasks[t].n_slots,
			.mode = s->mode,
		};
		add_slot(p, t, *s);
		if (plan_draw(p, 2) && draw_waiter(p, l, gen) != PLAN_NONE)
			t = draw_waiter(p, l, gen);
	}
	return true;
}

/* What nobody takes, and goes with the event. */
static void
add_rest(struct plan *p, struct line *l)
{
	unsigned n = l->sats.n ? (unsigned)plan_draw(p, l->nb_sat + 1) : 0;

	while (n--)
		l->sats.ops[l->sats.n_ops++] = (struct plan_op){
			.kind = PLAN_SEND, .a = l->obj, .b = PLAN_NONE};
}

/* Each waits for the one before, before it does its part. */
static void
order_actors(struct plan *p, const struct line *l, const struct side *s)
{
	const struct plan_group *grp = &p->groups[l->g];

	for (unsigned i = 1; i < s->n; i++) {
		struct arc a = control_arc(l->g, grp->kids[s->kids[i]]);

		a.n_src = 1;
		a.src[0] = grp->kids[s->kids[i - 1]];
		plan_add_arc(p, &a, PLAN_ANY);
	}
}

/* Lists grow at their heads, so the last op comes first. */
static void
hand_out(struct plan *p, const struct line *l, const struct side *s)
{
	struct plan_group *grp = &p->groups[l->g];

	for (unsigned i = s->n_ops; i--;) {
		struct plan_op op = s->ops[i];

		op.after = (uint16_t)(s->n || !i ? PLAN_NONE : p->n_ops + 1);
		push(p,
		     s->n ? &p->tasks[grp->kids[s->kids[actor(s, i)]]].duties
			  : &grp->ops,
		     op);
	}
}

void
plan_add_channel(struct plan *p, unsigned g)
{
	struct line l = {.g = g};
	unsigned n_gens = 1 + (unsigned)plan_draw(p, MOST_GENS), gen = 0;

	l.nb_sat = 1 + (unsigned)plan_draw(p, MOST_EACH);
	l.nb_deps = 1 + (unsigned)plan_draw(p, MOST_EACH);
	draw_side(p, g, &l.sats, n_gens * l.nb_sat);
	draw_side(p, g, &l.deps, n_gens * l.nb_deps);
	l.obj = create(p, g, PLAN_OBJ_CHANNEL);
	while (gen < n_gens && add_generation(p, &l, gen))
		gen++;
	p->objs[l.obj].nb_sat = (uint8_t)l.nb_sat;
	p->objs[l.obj].nb_deps = (uint8_t)l.nb_deps;
	/* The rest may need one more, which is not full. */
	p->objs[l.obj].max_gen = plan_draw(p, 2) ? (uint8_t)(gen + 1) : 0;
	add_rest(p, &l);
	order_actors(p, &l, &l.sats);
	order_actors(p, &l, &l.deps);
	hand_out(p, &l, &l.sats);
	hand_out(p, &l, &l.deps);
}
