/* SPDX-License-Identifier: BSD-3-Clause */
/* plan_chain.c - blocks that go from child to child.
 *
 * A writer waits for the writer before it and for the readers of what it
 * overwrites, so every reader has one version to see.  Readers that nobody
 * waits for race: they may see that one or any later one.
 */
#include "tests/sim/random/plan_make.h"

struct chain {
	unsigned g;
	uint16_t obj, version;
	unsigned writer; /* of the version; NONE: a stage */
	unsigned n_readers;
	uint16_t readers[PLAN_KIDS];
};

static struct plan_slot
slot_of(struct plan *p, const struct chain *c, bool write)
{
	return (struct plan_slot){
		.kind = write ? PLAN_SLOT_WRITE : PLAN_SLOT_READ,
		.mode = (uint8_t)(write ? write_mode(p) : read_mode(p)),
		.obj = c->obj,
		.lo = c->version,
		.hi = c->version,
		.words = p->objs[c->obj].words,
	};
}

/* One block in two slots: the task has it in the stronger of their modes. */
static void
again(struct plan *p, const struct chain *c, unsigned to,
      const struct plan_slot *s)
{
	unsigned mode = s->kind == PLAN_SLOT_WRITE ? any_mode(p) : read_mode(p);

	if (plan_draw(p, 3))
		return;
	stage_op(p, c->g, PLAN_LINK, c->obj, p->tasks[to].obj,
		 p->tasks[to].n_slots, mode, 0);
	add_slot(p, to,
		 (struct plan_slot){.kind = PLAN_SLOT_AGAIN,
				    .mode = (uint8_t)mode});
}

static void
bring(struct plan *p, const struct chain *c, unsigned from, unsigned to,
      const struct plan_slot *s)
{
	struct arc a = control_arc(c->g, to);

	a.slot[0] = *s;
	if (from == PLAN_NONE) {
		stage_op(p, c->g, PLAN_LINK, c->obj, p->tasks[to].obj,
			 p->tasks[to].n_slots, s->mode, 0);
		add_slot(p, to, *s);
		again(p, c, to, s);
		return;
	}
	a.n_src = 1;
	a.src[0] = (uint16_t)from;
	a.block = c->obj;
	plan_add_arc(p, &a, PLAN_ANY);
}

static void
chain_read(struct plan *p, struct chain *c, unsigned t)
{
	struct plan_slot s = slot_of(p, c, false);

	if (odds(p, PLAN_RACING, 3))
		s.hi = PLAN_NONE; /* until the end is known */
	else
		c->readers[c->n_readers++] = (uint16_t)t;
	bring(p, c, c->writer, t, &s);
}

static void
chain_write(struct plan *p, struct chain *c, unsigned t)
{
	struct plan_slot s = slot_of(p, c, true);
	struct arc a = control_arc(c->g, t);
	unsigned by = c->writer;

	if (c->n_readers)
		by = c->readers[--c->n_readers];
	bring(p, c, by, t, &s);
	for (unsigned i = 0; i < c->n_readers; i++)
		a.src[a.n_src++] = c->readers[i];
	if (a.n_src > 1 && has(p, PLAN_LATCH)) {
		plan_add_arc(p, &a, PLAN_OBJ_LATCH);
	} else {
		unsigned n = a.n_src;

		a.n_src = 1;
		for (unsigned i = 0; i < n; i++) {
			a.src[0] = c->readers[i];
			plan_add_arc(p, &a, PLAN_ANY);
		}
	}
	c->n_readers = 0;
	c->writer = t;
	c->version++;
}

/* Who races may see all versions that come.  False: nobody does. */
static bool
settle_races(struct plan *p, const struct chain *c)
{
	struct plan_group *g = &p->groups[c->g];
	bool some = false;

	for (unsigned i = 0; i < g->n_kids; i++) {
		struct plan_task *t = &p->tasks[g->kids[i]];

		for (unsigned k = 0; k < t->n_slots; k++) {
			struct plan_slot *s = &t->slots[k];

			if (s->kind == PLAN_SLOT_READ && s->obj == c->obj &&
			    s->hi == PLAN_NONE) {
				s->hi = c->version;
				some = true;
			}
		}
	}
	return some;
}

void
plan_add_chain(struct plan *p, unsigned g)
{
	struct plan_group *grp = &p->groups[g];
	struct chain c = {.g = g, .writer = PLAN_NONE};
	struct plan_task *last;
	unsigned used = 0;

	c.obj = create(p, g, PLAN_OBJ_BLOCK);
	p->objs[c.obj].words = length(p);
	p->objs[c.obj].unheld =
		odds(p, PLAN_UNHELD, 3) || p->objs[c.obj].name == PLAN_MAPPED;
	for (unsigned i = 0; i < grp->n_kids; i++) {
		unsigned t = grp->kids[i];

		if (!is_waiting_kid(p, g, i) || !has_room(p, t) ||
		    p->tasks[t].role == PLAN_JANITOR || !plan_draw(p, 3))
			continue;
		if ((p->objs[c.obj].unheld && !used) || plan_draw(p, 2))
			chain_write(p, &c, t);
		else
			chain_read(p, &c, t);
		used++;
	}
	p->objs[c.obj].versions = c.version;
	if (settle_races(p, &c) || c.writer == PLAN_NONE || c.n_readers ||
	    !plan_draw(p, 2))
		return;
	last = &p->tasks[c.writer];
	for (unsigned i = 0; i < last->n_slots; i++)
		if (last->slots[i].kind == PLAN_SLOT_WRITE &&
		    last->slots[i].obj == c.obj)
			last->slots[i].last = 1;
	p->objs[c.obj].janitor = 0;
}

void
plan_show_last(struct plan *p, unsigned g, unsigned obj)
{
	struct chain c = {.g = g, .obj = (uint16_t)obj};
	struct plan_slot s;

	c.version = p->objs[obj].versions;
	s = slot_of(p, &c, false);
	bring(p, &c, PLAN_NONE, p->groups[g].janitor, &s);
}
