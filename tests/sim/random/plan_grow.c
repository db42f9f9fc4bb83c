/* SPDX-License-Identifier: BSD-3-Clause */
/* plan_grow.c - draws a plan: groups, their children, who cleans up.
 *
 * A thing that must be right before a child starts names that child in
 * `before`; all else may happen in any order.
 */
#include "tests/sim/random/plan_make.h"

#define ALL_KIDS UINT16_MAX

/* -- Children ----------------------------------------------------------- */

static uint16_t
add_task(struct plan *p, unsigned g, unsigned role)
{
	uint16_t nr = p->n_tasks++;
	struct plan_task *t = &p->tasks[nr];
	struct plan_group *parent = g == PLAN_NONE ? NULL : &p->groups[g];

	t->role = (uint8_t)role;
	t->node = place(p);
	t->group = (uint16_t)g;
	t->sub = t->output = t->ret_obj = t->duties = PLAN_NONE;
	if (parent) {
		t->index = parent->n_kids;
		parent->kids[parent->n_kids++] = nr;
		t->obj = create(p, g, PLAN_OBJ_TASK);
	} else {
		t->obj = new_obj(p, g, PLAN_OBJ_TASK);
	}
	p->objs[t->obj].task = nr;
	p->budget--;
	return nr;
}

/* How the child shows that it ran, once, and whether its gate is the board. */
static void
add_evidence(struct plan *p, unsigned g, unsigned nr)
{
	struct plan_task *t = &p->tasks[nr];
	struct plan_slot gate = {.kind = PLAN_SLOT_BOARD};
	bool acc = odds(p, PLAN_ACC, 4);
	bool record = !acc && t->role == PLAN_LEAF &&
		      t->done == PLAN_DONE_OUTPUT && odds(p, PLAN_FRESH, 2);

	t->by_params = (acc || record) && t->role != PLAN_GROUP &&
		       odds(p, PLAN_PARAMS, 2);
	t->word = !acc && !record;
	t->early = (uint8_t)plan_draw(p, 2);
	gate.mode = (uint8_t)(t->word ? write_mode(p) : read_mode(p));
	if (t->by_params)
		gate = (struct plan_slot){.kind = PLAN_SLOT_NULL,
					  .mode = DB_DEFAULT_MODE};
	add_slot(p, nr, gate);
	if (record) {
		t->ret = PLAN_RET_FRESH;
		t->fresh_seed = plan_mark(p, nr);
		t->fresh_words = length(p);
	}
	if (odds(p, PLAN_ACC, 8)) {
		stage_op(p, g, PLAN_LINK, p->acc, t->obj, t->n_slots,
			 DB_MODE_NULL, 0);
		add_slot(p, nr,
			 (struct plan_slot){.kind = PLAN_SLOT_BARE,
					    .mode = DB_MODE_NULL});
	}
	if (acc) {
		p->acc_sum += plan_mark(p, nr);
		stage_op(p, g, PLAN_LINK, p->acc, t->obj, t->n_slots,
			 DB_MODE_EW, 0);
		add_slot(p, nr,
			 (struct plan_slot){.kind = PLAN_SLOT_ACC,
					    .mode = DB_MODE_EW});
	}
}

static void
draw_done(struct plan *p, unsigned g, unsigned nr)
{
	struct plan_task *t = &p->tasks[nr];

	if (p->groups[g].finish)
		t->done = PLAN_DONE_SCOPE;
	else if (odds(p, PLAN_LATCH, 2))
		t->done = PLAN_DONE_LATCH;
	else
		t->done = PLAN_DONE_OUTPUT;
}

/* A child of g, and, if it is a finish group, who cleans up after it. */
static void
add_group(struct plan *p, unsigned g, unsigned first)
{
	uint16_t nr = p->n_groups++;
	struct plan_group *s = &p->groups[nr];
	unsigned mode = write_mode(p), j;

	s->first = (uint16_t)first;
	s->finish = p->tasks[first].finish;
	s->ops = s->done = s->tmpl = PLAN_NONE;
	s->n_stages = has(p, PLAN_STAGES) ? 1 + (uint8_t)plan_draw(p, 3) : 1;
	for (unsigned i = 0; i < 4; i++)
		s->nodes[i] = place(p);
	p->tasks[first].sub = nr;
	s->board = create(p, g, PLAN_OBJ_BLOCK);
	p->objs[s->board].janitor = 0;
	p->objs[s->board].task = (uint16_t)first;
	p->objs[s->board].unheld =
		p->objs[s->board].name == PLAN_MAPPED || plan_draw(p, 2);
	stage_op(p, g, PLAN_LINK, s->board, p->tasks[first].obj,
		 p->tasks[first].n_slots, mode, 0);
	add_slot(p, first,
		 (struct plan_slot){.kind = PLAN_SLOT_SUB,
				    .mode = (uint8_t)mode});
	if (!s->finish)
		return;
	j = add_task(p, g, PLAN_JANITOR);
	s->janitor = (uint16_t)j;
	p->tasks[j].sub = nr;
	draw_done(p, g, j);
	add_evidence(p, g, j);
	plan_output_of(p, first);
	stage_op(p, g, PLAN_LINK, p->tasks[first].output, p->tasks[j].obj,
		 p->tasks[j].n_slots, DB_DEFAULT_MODE, bit_of(p, first));
	add_slot(p, j, (struct plan_slot){.kind = PLAN_SLOT_NULL});
	mode = any_mode(p);
	stage_op(p, g, PLAN_LINK, s->board, p->tasks[j].obj,
		 p->tasks[j].n_slots, mode, 0);
	add_slot(p, j,
		 (struct plan_slot){.kind = PLAN_SLOT_SUB,
				    .mode = (uint8_t)mode});
}

/* A task of the map is in no finish scope and tells nobody its output event.
 * It knows what is on the board, but not the map. */
static void
draw_mapped(struct plan *p, unsigned t)
{
	const struct plan_task *k = &p->tasks[t];

	if (k->role == PLAN_LEAF && k->done == PLAN_DONE_LATCH &&
	    !k->by_params && p->objs[k->obj].name == PLAN_UNNAMED &&
	    odds(p, PLAN_MAPS, 2))
		p->objs[k->obj].name = PLAN_MAPPED;
}

static void
add_kids(struct plan *p, unsigned g, unsigned depth)
{
	unsigned n = 2 + (unsigned)plan_draw(p, 6);

	for (unsigned i = 0; i < n && (i < 2 || p->budget > 0); i++) {
		bool nest = depth < 5 && p->budget > 5 &&
			    p->n_groups < PLAN_GROUPS - 2 &&
			    has(p, PLAN_NESTED) && plan_draw(p, 5) < 2;
		uint16_t t = add_task(p, g, nest ? PLAN_GROUP : PLAN_LEAF);

		draw_done(p, g, t);
		p->tasks[t].finish = nest && odds(p, PLAN_FINISH, 2);
		if (!nest && p->tasks[t].done != PLAN_DONE_OUTPUT &&
		    odds(p, PLAN_PARAMS, 8))
			p->tasks[t].at_once = p->tasks[t].by_params = 1;
		else
			add_evidence(p, g, t);
		draw_mapped(p, t);
		if (!p->tasks[t].at_once)
			create_too(p, g, p->tasks[t].obj, bit_of(p, t));
		if (nest)
			add_group(p, g, t);
	}
}

/* -- Groups ------------------------------------------------------------- */

/* Arcs that carry nothing, or a block of their own. */
static void
add_arcs(struct plan *p, unsigned g)
{
	struct plan_group *grp = &p->groups[g];

	for (unsigned i = 1; i < grp->n_kids; i++) {
		unsigned n = (unsigned)plan_draw(p, 3);

		while (n-- && has_room(p, grp->kids[i])) {
			struct arc a = control_arc(g, grp->kids[i]);
			unsigned kind = PLAN_ANY;

			a.src[a.n_src++] = grp->kids[plan_draw(p, i)];
			if (odds(p, PLAN_FRESH, 2)) {
				a.fresh = true;
				a.seed = plan_draw(p, UINT64_MAX);
				a.words = length(p);
				a.slot[0] = (struct plan_slot){
					.kind = PLAN_SLOT_FRESH,
					.mode = (uint8_t)any_mode(p),
					.last = (uint8_t)plan_draw(p, 2),
					.seed = a.seed,
					.words = a.words};
			} else if (has(p, PLAN_LATCH | PLAN_IDEM) &&
				   plan_draw(p, 2)) {
				for (unsigned k = 0; k < i; k++)
					if (grp->kids[k] != a.src[0] &&
					    plan_draw(p, 2))
						a.src[a.n_src++] = grp->kids[k];
				kind = odds(p, PLAN_LATCH, 2) ||
						       !has(p, PLAN_IDEM)
					       ? PLAN_OBJ_LATCH
					       : PLAN_OBJ_IDEM;
				if (!has(p, PLAN_LATCH) &&
				    kind == PLAN_OBJ_LATCH)
					kind = PLAN_OBJ_ONCE, a.n_src = 1;
			}
			for (unsigned k = i + 1; !a.fresh && k < grp->n_kids;
			     k++)
				if (!plan_draw(p, 4) &&
				    has_room(p, grp->kids[k])) {
					a.slot[a.n_dst] = a.slot[0];
					a.dst[a.n_dst++] = grp->kids[k];
				}
			plan_add_arc(p, &a, kind);
		}
	}
}

/* A child starts a reduction, and a later one waits for its end. */
static void
add_reduction(struct plan *p, unsigned g)
{
	struct plan_group *grp = &p->groups[g];
	unsigned by = grp->kids[plan_draw(p, grp->n_kids)], to;
	struct plan_op *op;

	if (p->tasks[by].index + 1 == grp->n_kids ||
	    p->tasks[by].role != PLAN_LEAF || !has(p, PLAN_LABELS) ||
	    !odds(p, PLAN_REDUCE, 2))
		return;
	to = p->tasks[by].index + 1u;
	to = grp->kids[to + plan_draw(p, grp->n_kids - to)];
	if (!has_room(p, to))
		return;
	duty(p, by, PLAN_REDUCTION, new_obj(p, g, PLAN_OBJ_REDUCE),
	     p->tasks[to].obj);
	op = &p->ops[p->tasks[by].duties];
	op->seed = plan_draw(p, UINT64_MAX);
	op->slot =
		(uint8_t)add_slot(p, to,
				  (struct plan_slot){.kind = PLAN_SLOT_NULL,
						     .mode = DB_DEFAULT_MODE});
}

/* Things that will never run or fire, destroyed by some child. */
static void
add_doomed(struct plan *p, unsigned g)
{
	struct plan_group *grp = &p->groups[g];
	unsigned n_kids = grp->n_kids;
	unsigned t;

	if (odds(p, PLAN_DOOMED, 2)) {
		uint16_t o = create(
			p, g,
			(unsigned)plan_draw(p, has(p, PLAN_CHANNEL) ? 6 : 4));

		p->objs[o].janitor = 0;
		p->objs[o].nb_sat = p->objs[o].nb_deps = 1;
		duty(p, grp->kids[plan_draw(p, n_kids)], PLAN_DESTROY, o,
		     PLAN_NONE);
	}
	if (odds(p, PLAN_DOOMED, 3)) {
		t = add_task(p, g, PLAN_DOOM);
		if (plan_draw(p, 2))
			plan_output_of(p, t);
		add_slot(p, t, (struct plan_slot){.kind = PLAN_SLOT_NULL});
		p->tasks[t].finish = (uint8_t)plan_draw(p, 2);
		duty(p, grp->kids[plan_draw(p, n_kids)], PLAN_DESTROY,
		     p->tasks[t].obj, PLAN_NONE);
	}
}

/* What must come before other things, or in order, its task does itself. */
static bool
stays(const struct plan_op *op)
{
	return op->kind == PLAN_INCR || op->kind == PLAN_SEND ||
	       op->kind == PLAN_TAKE;
}

/* What the group's first task was to do, its children may do. */
static void
hand_on(struct plan *p, unsigned g)
{
	struct plan_group *grp = &p->groups[g];
	struct plan_task *first = &p->tasks[grp->first];
	uint16_t rest = first->duties, kept = PLAN_NONE, *end = &kept;

	while (rest != PLAN_NONE) {
		uint16_t o = rest;
		unsigned to = (unsigned)plan_draw(p, grp->n_kids + 1);

		rest = p->ops[o].next;
		if (stays(&p->ops[o]) || !odds(p, PLAN_HANDED, 2) ||
		    (to < grp->n_kids && !is_waiting_kid(p, g, to))) {
			p->ops[o].next = PLAN_NONE;
			*end = o;
			end = &p->ops[o].next;
		} else if (to < grp->n_kids) {
			struct plan_task *t = &p->tasks[grp->kids[to]];
			uint16_t *at = &t->duties;

			while (*at != PLAN_NONE && stays(&p->ops[*at]))
				at = &p->ops[*at].next;
			p->ops[o].next = *at;
			*at = o;
		} else {
			p->ops[o].before = 0;
			p->ops[o].after = PLAN_NONE;
			if (!grp->finish)
				p->ops[o].before = bit_of(p, grp->janitor);
			p->ops[o].next = grp->ops;
			grp->ops = o;
		}
	}
	first->duties = kept;
}

/* The last child of a group without a scope: it cleans up. */
static void
add_janitor(struct plan *p, unsigned g)
{
	struct plan_group *grp = &p->groups[g];
	unsigned j = add_task(p, g, PLAN_JANITOR);
	struct plan_task *t = &p->tasks[j];

	grp->janitor = (uint16_t)j;
	t->sub = (uint16_t)g;
	add_slot(p, j,
		 (struct plan_slot){.kind = PLAN_SLOT_SUB,
				    .mode = (uint8_t)any_mode(p)});
}

static void
await_latch(struct plan *p, unsigned g)
{
	struct plan_group *grp = &p->groups[g];
	unsigned j = grp->janitor;

	if (grp->done == PLAN_NONE) {
		grp->done = create(p, g, PLAN_OBJ_LATCH);
		create_too(p, g, grp->done, ALL_KIDS);
		stage_op(p, g, PLAN_LINK, grp->done, p->tasks[j].obj,
			 p->tasks[j].n_slots, DB_DEFAULT_MODE, ALL_KIDS);
		add_slot(p, j, (struct plan_slot){.kind = PLAN_SLOT_NULL});
	}
	stage_op(p, g, PLAN_INCR, grp->done, PLAN_NONE, 0, 0, ALL_KIDS);
}

static void
await_output(struct plan *p, unsigned g, unsigned t)
{
	struct plan_task *k = &p->tasks[t];
	unsigned j = p->groups[g].janitor, mode = any_mode(p);
	struct plan_slot s = {.kind = PLAN_SLOT_NULL};

	plan_output_of(p, t);
	if (k->ret == PLAN_RET_FRESH)
		s = (struct plan_slot){.kind = PLAN_SLOT_FRESH,
				       .mode = (uint8_t)mode,
				       .words = k->fresh_words,
				       .seed = k->fresh_seed};
	/* The group is done when its janitor says so. */
	if (k->role == PLAN_GROUP && !k->finish) {
		k->ret = PLAN_RET_EVENT;
		k->ret_obj = create(p, g, PLAN_OBJ_STICKY);
	}
	stage_op(p, g, PLAN_LINK, k->output, p->tasks[j].obj,
		 p->tasks[j].n_slots, mode, bit_of(p, t));
	add_slot(p, j, s);
}

static void
await_kids(struct plan *p, unsigned g)
{
	struct plan_group *grp = &p->groups[g];

	for (unsigned i = 0; i < grp->n_kids; i++) {
		struct plan_task *t = &p->tasks[grp->kids[i]];

		if (!is_waiting_kid(p, g, i))
			continue;
		if (t->done == PLAN_DONE_LATCH)
			await_latch(p, g);
		else if (t->done == PLAN_DONE_OUTPUT)
			await_output(p, g, grp->kids[i]);
	}
	/* It may look at some blocks before it destroys them. */
	for (unsigned o = 0; o < p->n_objs; o++) {
		if (p->objs[o].group != g || !p->objs[o].janitor ||
		    p->objs[o].kind != PLAN_OBJ_BLOCK ||
		    (p->objs[o].unheld && !p->objs[o].versions) ||
		    !has_room(p, grp->janitor) || plan_draw(p, 2))
			continue;
		plan_show_last(p, g, o);
	}
}

/* The act that tells the parent that a child is done: of the child, or of the
 * janitor of the group that the child is. */
static void
append_done(struct plan *p, unsigned t)
{
	struct plan_task *k = &p->tasks[t];
	unsigned by = t, latch = PLAN_NONE;
	uint16_t *at;

	if (k->group == PLAN_NONE || k->role == PLAN_DOOM ||
	    t == p->groups[k->group].janitor)
		return;
	if (k->role == PLAN_GROUP && !k->finish)
		by = p->groups[k->sub].janitor;
	if (k->done == PLAN_DONE_LATCH)
		latch = p->groups[k->group].done;
	if (k->done == PLAN_DONE_OUTPUT && by != t)
		latch = k->ret_obj;
	if (latch == PLAN_NONE)
		return;
	duty(p, by, k->done == PLAN_DONE_LATCH ? PLAN_DECR : PLAN_SATISFY,
	     latch, PLAN_NONE);
	/* From the head to the end. */
	at = &p->tasks[by].duties;
	latch = *at;
	*at = p->ops[latch].next;
	while (*at != PLAN_NONE)
		at = &p->ops[*at].next;
	*at = (uint16_t)latch;
	p->ops[latch].next = PLAN_NONE;
}

static void
grow_group(struct plan *p, unsigned g, unsigned depth)
{
	struct plan_group *grp = &p->groups[g];
	unsigned n, parent = p->tasks[grp->first].group;

	if (parent != PLAN_NONE && odds(p, PLAN_SHARED, 2))
		grp->tmpl = p->groups[parent].tmpl;
	if (grp->tmpl == PLAN_NONE && odds(p, PLAN_SHARED, 2))
		grp->tmpl = create(p, g, PLAN_OBJ_TEMPLATE);
	add_kids(p, g, depth);
	n = has(p, PLAN_BLOCKS) ? (unsigned)plan_draw(p, 4) : 0;
	while (n--)
		plan_add_chain(p, g);
	n = has(p, PLAN_CHANNEL) ? (unsigned)plan_draw(p, 3) : 0;
	while (n--)
		plan_add_channel(p, g);
	add_arcs(p, g);
	add_reduction(p, g);
	add_doomed(p, g);
	if (!grp->finish) {
		add_janitor(p, g);
		await_kids(p, g);
	}
	hand_on(p, g);
	stage_op(p, g, PLAN_RELEASE, PLAN_NONE, PLAN_NONE, 0, 0, 0);
	for (unsigned i = 0; i < grp->n_kids; i++)
		if (p->tasks[grp->kids[i]].role != PLAN_DOOM &&
		    !p->tasks[grp->kids[i]].at_once)
			stage_op(p, g, PLAN_GATE, p->tasks[grp->kids[i]].obj,
				 PLAN_NONE, 0,
				 p->tasks[grp->kids[i]].slots[0].mode, 0);
	for (unsigned i = 0; i < grp->n_kids; i++)
		if (p->tasks[grp->kids[i]].role == PLAN_GROUP)
			grow_group(p, p->tasks[grp->kids[i]].sub, depth + 1);
}

/* The job may end before a map has created what nobody waits for. */
static void
unmap_unused(struct plan *p)
{
	bool used[PLAN_OBJS] = {false};

	for (unsigned i = 0; i < p->n_ops; i++) {
		const struct plan_op *op = &p->ops[i];

		if (op->kind == PLAN_LINK || op->kind == PLAN_TAKE ||
		    op->kind == PLAN_GATE)
			used[op->a == PLAN_NONE ? op->b : op->a] = true;
		if (op->b != PLAN_NONE)
			used[op->b] = true;
	}
	for (unsigned i = 0; i < p->n_objs; i++)
		if (p->objs[i].name == PLAN_MAPPED && !used[i])
			p->objs[i].name = PLAN_UNNAMED;
}

void
plan_grow(struct plan *p)
{
	struct plan_group *root = &p->groups[p->n_groups++];

	p->budget = (int)p->size;
	p->acc = new_obj(p, PLAN_NONE, PLAN_OBJ_BLOCK);
	root->board = new_obj(p, PLAN_NONE, PLAN_OBJ_BLOCK);
	p->objs[root->board].task = 0;
	root->ops = root->done = root->tmpl = PLAN_NONE;
	root->n_stages = 1;
	root->finish = 1;
	root->first = add_task(p, PLAN_NONE, PLAN_GROUP);
	root->janitor = add_task(p, PLAN_NONE, PLAN_JANITOR);
	p->tasks[root->first].by_params = 1;
	p->tasks[root->first].finish = 1;
	p->tasks[root->janitor].by_params = 1;
	plan_output_of(p, root->first);
	plan_output_of(p, root->janitor);
	p->tasks[root->janitor].sub = p->tasks[root->first].sub = 0;
	add_slot(p, root->first, (struct plan_slot){.kind = PLAN_SLOT_NULL});
	add_slot(p, root->first,
		 (struct plan_slot){.kind = PLAN_SLOT_SUB, .mode = DB_MODE_RW});
	add_slot(p, root->janitor, (struct plan_slot){.kind = PLAN_SLOT_NULL});
	add_slot(p, root->janitor,
		 (struct plan_slot){.kind = PLAN_SLOT_SUB,
				    .mode = DB_MODE_CONST});
	add_slot(p, root->janitor,
		 (struct plan_slot){.kind = PLAN_SLOT_ACC,
				    .mode = DB_MODE_CONST});
	grow_group(p, 0, 0);
	for (unsigned t = 0; t < p->n_tasks; t++)
		append_done(p, t);
	unmap_unused(p);
}
