/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.c - the order of a plan's ops, and questions to it. */
#include "tests/sim/random/plan.h"

#include <pthread.h>
#include <string.h>

static struct plan the_plan;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t
mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

uint64_t
plan_draw(struct plan *p, uint64_t below)
{
	p->random += UINT64_C(0x9e3779b97f4a7c15);
	return mix(p->random) % below;
}

uint64_t
plan_mark(const struct plan *p, unsigned t)
{
	return mix(p->seed * 1000003 + t + 1);
}

uint64_t
plan_version(const struct plan *p, unsigned obj, unsigned v)
{
	return mix(p->seed * 1000033 + obj * 257 + v + 7);
}

uint64_t
plan_board_bytes(const struct plan_group *g)
{
	return 8 * (1 + (uint64_t)g->n_kids + 2 * (uint64_t)g->n_ids);
}

unsigned
plan_find(const struct plan_group *g, unsigned obj)
{
	unsigned i = 0;

	while (i < g->n_ids && g->ids[i] != obj)
		i++;
	return i;
}

static unsigned
add_id(uint16_t *ids, unsigned n, unsigned obj)
{
	unsigned i = 0;

	while (obj != PLAN_NONE && i < n && ids[i] != obj)
		i++;
	if (obj != PLAN_NONE && i == n)
		ids[n++] = (uint16_t)obj;
	return n;
}

unsigned
plan_uses(const struct plan *p, unsigned t, uint16_t *ids)
{
	const struct plan_task *k = &p->tasks[t];
	unsigned n = 0;

	for (unsigned o = k->duties; o != PLAN_NONE; o = p->ops[o].next) {
		n = add_id(ids, n, p->ops[o].a);
		n = add_id(ids, n, p->ops[o].b);
	}
	n = add_id(ids, n, k->ret_obj);
	if (k->role == PLAN_GROUP) {
		const struct plan_group *g = &p->groups[k->sub];

		for (unsigned i = g->n_own; i < g->n_ids; i++)
			n = add_id(ids, n, g->ids[i]);
	}
	return n;
}

/* Its own objects first, then what it must be told. */
static void
list_ids(struct plan *p, unsigned nr)
{
	struct plan_group *g = &p->groups[nr];
	uint16_t uses[PLAN_IDS];
	unsigned n = 0, k;

	for (unsigned i = 0; i < p->n_objs; i++)
		if (p->objs[i].group == nr)
			n = add_id(g->ids, n, i);
	g->n_own = (uint16_t)n;
	n = add_id(g->ids, n, g->tmpl);
	for (unsigned o = g->ops; o != PLAN_NONE; o = p->ops[o].next) {
		n = add_id(g->ids, n, p->ops[o].a);
		n = add_id(g->ids, n, p->ops[o].b);
	}
	for (unsigned i = 0; i < g->n_kids; i++) {
		k = plan_uses(p, g->kids[i], uses);
		while (k--)
			n = add_id(g->ids, n, uses[k]);
	}
	g->n_ids = (uint16_t)n;
}

static uint32_t
key_of(const struct plan *p, unsigned nr, unsigned obj)
{
	if (obj == PLAN_NONE || p->objs[obj].group != nr ||
	    plan_early(&p->objs[obj]))
		return 0;
	return p->objs[obj].key;
}

static uint32_t
max(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static void
create_at(struct plan *p, unsigned obj, uint32_t key)
{
	p->objs[obj].key = key;
	for (unsigned o = p->groups[p->objs[obj].group].ops; o != PLAN_NONE;
	     o = p->ops[o].next)
		if (p->ops[o].kind == PLAN_CREATE && p->ops[o].a == obj)
			p->ops[o].key = key;
}

/* When each object of the group is created; the last of these times. */
static uint32_t
time_creations(struct plan *p, unsigned nr)
{
	struct plan_group *g = &p->groups[nr];
	uint32_t last = 0;
	uint16_t uses[PLAN_IDS];

	for (unsigned i = 0; i < g->n_own; i++)
		if (p->objs[g->ids[i]].kind < PLAN_OBJ_TASK)
			create_at(p, g->ids[i],
				  1 + (uint32_t)plan_draw(p, 200));
	/* Who has GUIDs as parameters comes after them. */
	for (unsigned i = g->n_kids; i--;) {
		struct plan_task *t = &p->tasks[g->kids[i]];
		uint32_t key = max(key_of(p, nr, g->tmpl),
				   (uint32_t)plan_draw(p, 200));
		unsigned n;

		if (t->at_once)
			continue;
		n = t->by_params ? plan_uses(p, g->kids[i], uses) : 0;

		while (n--)
			key = max(key, key_of(p, nr, uses[n]));
		key += 1 + (uint32_t)plan_draw(p, 20);
		create_at(p, t->obj, key);
		if (t->output != PLAN_NONE)
			p->objs[t->output].key = key;
	}
	for (unsigned i = 0; i < g->n_own; i++)
		last = max(last, p->objs[g->ids[i]].key);
	return last;
}

/* A child without slots: its creation opens its gate. */
static uint32_t
time_start(struct plan *p, unsigned nr, unsigned kid, uint32_t after)
{
	struct plan_group *g = &p->groups[nr];
	uint16_t uses[PLAN_IDS];
	unsigned n = plan_uses(p, g->kids[kid], uses);

	after = max(after, key_of(p, nr, g->tmpl));
	while (n--)
		after = max(after, key_of(p, nr, uses[n]));
	return after + 1 + (uint32_t)plan_draw(p, 60);
}

static void
time_ops(struct plan *p, unsigned nr, uint32_t release)
{
	struct plan_group *g = &p->groups[nr];
	uint32_t starts[PLAN_KIDS] = {0};

	for (unsigned o = g->ops; o != PLAN_NONE; o = p->ops[o].next) {
		struct plan_op *op = &p->ops[o];

		if (op->kind == PLAN_RELEASE)
			op->key = release;
		if (op->kind == PLAN_RELEASE || op->kind == PLAN_GATE)
			continue;
		if (op->kind != PLAN_CREATE)
			op->key = max(key_of(p, nr, op->a),
				      key_of(p, nr, op->b)) +
				  1 + (uint32_t)plan_draw(p, 80);
		/* It has GUIDs as parameters, and a template. */
		if (op->kind == PLAN_CREATE_TOO &&
		    p->objs[op->a].kind == PLAN_OBJ_TASK)
			op->key += p->objs[op->a].key;
		if (op->after != PLAN_NONE)
			op->key = max(op->key, p->ops[op->after].key + 1);
		for (unsigned i = 0; i < g->n_kids; i++)
			if (op->before >> i & 1)
				starts[i] = max(starts[i], op->key);
	}
	for (unsigned o = g->ops; o != PLAN_NONE; o = p->ops[o].next) {
		struct plan_op *op = &p->ops[o];
		const struct plan_task *t;

		if (op->kind == PLAN_CREATE &&
		    p->objs[op->a].kind == PLAN_OBJ_TASK) {
			t = &p->tasks[p->objs[op->a].task];
			if (t->at_once)
				create_at(p, op->a,
					  time_start(p, nr, t->index,
						     starts[t->index]));
		}
		if (op->kind != PLAN_GATE)
			continue;
		t = &p->tasks[p->objs[op->a].task];
		op->key =
			max(starts[t->index], max(key_of(p, nr, op->a),
						  t->by_params ? 0 : release)) +
			1 + (uint32_t)plan_draw(p, 60);
	}
}

static void
sort(struct plan *p, unsigned nr, uint32_t release)
{
	struct plan_group *g = &p->groups[nr];
	uint16_t *s = &p->sorted[p->n_sorted];
	unsigned n = 0, stage = 0;

	for (unsigned o = g->ops; o != PLAN_NONE; o = p->ops[o].next) {
		unsigned i = n++;

		for (; i && p->ops[s[i - 1]].key > p->ops[o].key; i--)
			s[i] = s[i - 1];
		s[i] = (uint16_t)o;
	}
	g->begin[0] = p->n_sorted;
	for (unsigned i = 0; i < n; i++) {
		uint32_t key = p->ops[s[i]].key;
		unsigned at = key < release ? key * g->n_stages / release
					    : g->n_stages - 1u;

		while (stage < at)
			g->begin[++stage] = (uint16_t)(p->n_sorted + i);
	}
	while (stage < g->n_stages)
		g->begin[++stage] = (uint16_t)(p->n_sorted + n);
	p->n_sorted = (uint16_t)(p->n_sorted + n);
}

static void
make(struct plan *p, uint64_t seed, uint32_t size, uint32_t features)
{
	memset(p, 0, sizeof(*p));
	p->seed = seed;
	p->size = size;
	p->features = features;
	p->random = mix(seed) ^ size;
	plan_grow(p);
	/* Inner groups have greater numbers. */
	for (unsigned nr = p->n_groups; nr--;) {
		uint32_t release;

		list_ids(p, nr);
		release = time_creations(p, nr) + 1;
		time_ops(p, nr, release);
		sort(p, nr, release);
	}
}

const struct plan *
plan_get(uint64_t seed, uint32_t size, uint32_t features)
{
	pthread_mutex_lock(&lock);
	if (!the_plan.n_tasks || the_plan.seed != seed ||
	    the_plan.size != size || the_plan.features != features)
		make(&the_plan, seed, size, features);
	pthread_mutex_unlock(&lock);
	return &the_plan;
}
