/* SPDX-License-Identifier: BSD-3-Clause */
/* collectives.c - all representatives of a node: who has asked for them, and
 * what they wait for.
 */
#include "src/reduce/collective.h"

#include "src/base/runtime.h"
#include "src/reduce/exchange.h"
#include "src/reduce/representative.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* -- The table ------------------------------------------------------------- */

static struct ocr_collective **
bucket_of(struct ocr_collectives *all, ocrGuid_t g)
{
	return &all->buckets[ocr_guid_hash(g) & (all->n_buckets - 1)];
}

static bool
widen_locked(struct ocr_collectives *all)
{
	struct ocr_collectives more = {
		.n_buckets = all->n_buckets ? 2 * all->n_buckets : 16,
	};
	struct ocr_collective *c;

	if (all->n < all->n_buckets)
		return true;
	more.buckets = calloc(more.n_buckets, sizeof(struct ocr_collective *));
	if (!more.buckets)
		return false;
	for (size_t i = 0; i < all->n_buckets; i++)
		while ((c = all->buckets[i])) {
			all->buckets[i] = c->next;
			c->next = *bucket_of(&more, c->guid);
			*bucket_of(&more, c->guid) = c;
		}
	free(all->buckets);
	all->buckets = more.buckets;
	all->n_buckets = more.n_buckets;
	return true;
}

static struct ocr_collective *
find_locked(struct ocr_collectives *all, ocrGuid_t g)
{
	struct ocr_collective *c = all->n_buckets ? *bucket_of(all, g) : NULL;

	while (c && !ocr_guid_eq(c->guid, g))
		c = c->next;
	return c;
}

static struct ocr_collective *
add_locked(struct ocr_collectives *all, ocrGuid_t g)
{
	struct ocr_collective *c;

	if (!widen_locked(all))
		return NULL;
	c = ocr_representative_create(g);
	if (!c)
		return NULL;
	c->next = *bucket_of(all, g);
	*bucket_of(all, g) = c;
	all->n++;
	return c;
}

struct ocr_collective *
ocr_collective_seek(struct ocr_runtime *rt, ocrGuid_t g, bool add)
{
	struct ocr_collectives *all = rt->collectives;
	struct ocr_worker *w = ocr_self;
	struct ocr_collective *c;

	ocr_lock(&all->lock, OCR_LOCK_REDUCES);
	c = find_locked(all, g);
	if (!c && add)
		c = add_locked(all, g);
	ocr_unlock(&all->lock, OCR_LOCK_REDUCES);
	if (w && w->rt == rt)
		w->reduction = c;
	return c;
}

void
ocr_collectives_fini(struct ocr_collectives *all)
{
	struct ocr_collective *c;

	for (size_t i = 0; i < all->n_buckets; i++)
		while ((c = all->buckets[i])) {
			all->buckets[i] = c->next;
			ocr_representative_destroy(c);
		}
	free(all->buckets);
}

/* Visits each, without the table's lock; new ones may be missed. */
static void
each(struct ocr_collectives *all,
     void (*fn)(void *ctx, struct ocr_collective *c), void *ctx)
{
	struct ocr_collective **list;
	size_t n = 0;

	ocr_lock(&all->lock, OCR_LOCK_REDUCES);
	list = calloc(all->n + 1, sizeof(struct ocr_collective *));
	for (size_t i = 0; list && i < all->n_buckets; i++)
		for (struct ocr_collective *c = all->buckets[i]; c; c = c->next)
			list[n++] = c;
	ocr_unlock(&all->lock, OCR_LOCK_REDUCES);
	for (size_t i = 0; i < n; i++)
		fn(ctx, list[i]);
	free(list);
}

/* -- Calls ----------------------------------------------------------------- */

/* What has come early for the next life of a label was accepted with the shape
 * of the last. */
static bool
is_same(const struct ocr_shape *a, const struct ocr_shape *b, uint32_t size)
{
	return ocr_shape_agrees(a, b, size) && a->here == b->here;
}

int
ocr_collective_ask(struct ocr_runtime *rt, ocrGuid_t g,
		   const struct ocr_shape *shape)
{
	struct ocr_collective *c;
	int err = 0;

	if (!ocr_shape_is_possible(rt, g, shape))
		return -EINVAL;
	c = ocr_collective_of(rt, g, true);
	if (!c)
		return -ENOMEM;
	ocr_lock(&c->lock, OCR_LOCK_REDUCE);
	if (!c->is_asked && c->asked.n && !is_same(&c->asked, shape, rt->size))
		err = -EINVAL;
	else if (c->is_asked)
		err = memcmp(&c->asked, shape, sizeof(*shape)) ? -EINVAL
							       : -EEXIST;
	else
		c->asked = *shape;
	c->is_asked |= !err;
	ocr_unlock(&c->lock, OCR_LOCK_REDUCE);
	return err;
}

bool
ocr_collective_asked(struct ocr_runtime *rt, ocrGuid_t g,
		     struct ocr_shape *shape)
{
	struct ocr_collective *c = ocr_collective_of(rt, g, false);
	bool asked;

	if (!c)
		return false;
	ocr_lock(&c->lock, OCR_LOCK_REDUCE);
	asked = c->is_asked;
	*shape = c->asked;
	ocr_unlock(&c->lock, OCR_LOCK_REDUCE);
	return asked;
}

/* Returns what it was. */
static bool
set_asked(struct ocr_runtime *rt, ocrGuid_t g, bool to)
{
	struct ocr_collective *c = ocr_collective_of(rt, g, false);
	bool was;

	if (!c)
		return false;
	ocr_lock(&c->lock, OCR_LOCK_REDUCE);
	was = c->is_asked;
	c->is_asked = to;
	ocr_unlock(&c->lock, OCR_LOCK_REDUCE);
	return was;
}

bool
ocr_collective_unask(struct ocr_runtime *rt, ocrGuid_t g)
{
	return set_asked(rt, g, false);
}

void
ocr_collective_reask(struct ocr_runtime *rt, ocrGuid_t g)
{
	set_asked(rt, g, true);
}

/* -- What is left, and what waits ------------------------------------------ */

/* One that waits for its place alone is no use of the program's. */
static bool
is_left_locked(const struct ocr_collective *c)
{
	return c->life == OCR_LIFE_LIVE ||
	       (c->life == OCR_LIFE_CLOSING && c->resolved < c->end);
}

bool
ocr_collective_is_left(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_collective *c = ocr_collective_of(rt, g, false);
	bool left;

	if (!c)
		return false;
	ocr_lock(&c->lock, OCR_LOCK_REDUCE);
	left = is_left_locked(c);
	ocr_unlock(&c->lock, OCR_LOCK_REDUCE);
	return left;
}

static void
count_left(void *n, struct ocr_collective *c)
{
	ocr_lock(&c->lock, OCR_LOCK_REDUCE);
	*(size_t *)n += is_left_locked(c) || c->n_parked;
	ocr_unlock(&c->lock, OCR_LOCK_REDUCE);
}

size_t
ocr_collectives_left(struct ocr_runtime *rt)
{
	size_t n = 0;

	each(rt->collectives, count_left, &n);
	return n;
}

struct listing {
	void (*say)(void *ctx, const struct ocr_collective_view *v);
	void *ctx;
};

/* From which node something has to come for the next result. */
static ocr_node_t
who_lacks(struct ocr_collective *c)
{
	const struct ocr_generation *g = ocr_representative_at(c, c->resolved);

	for (uint64_t d = 0; (d = ocr_exchange_next(c->top, d)) < c->top;) {
		uint32_t i =
			ocr_exchange_before(c->top, c->tree.rank, (uint32_t)d);

		if (!(g && ocr_generation_has(
				   g, ocr_representative_top_part(c, i, 0))))
			return ocr_tree_node(&c->tree, i);
	}
	return ocr_representative_parent(c, c->resolved);
}

/* What it waits for; false: for nothing. */
static bool
look_at_locked(struct ocr_collective *c, struct ocr_collective_view *v)
{
	const struct ocr_generation *g = ocr_representative_at(c, c->sent);

	v->guid = c->guid;
	v->needs = 0;
	v->generation = c->sent - c->first;
	if (c->life == OCR_LIFE_ABSENT) {
		v->lack = OCR_LACK_CREATION;
		v->has = c->n_parked;
		return c->n_parked;
	}
	if (g) {
		bool own = g->n_here < c->shape.here;

		v->lack = own ? OCR_LACK_OWN : OCR_LACK_NODES;
		v->has = own ? g->n_here : g->n_below;
		v->needs = own ? c->shape.here
			       : ocr_representative_below(c, c->sent);
		return true;
	}
	v->lack = OCR_LACK_RESULT;
	v->has = who_lacks(c);
	v->generation = c->resolved - c->first;
	return c->resolved < c->sent;
}

static void
list_one(void *ctx, struct ocr_collective *c)
{
	struct ocr_collective_view v;
	struct listing *l = ctx;
	bool waits;

	ocr_lock(&c->lock, OCR_LOCK_REDUCE);
	waits = look_at_locked(c, &v);
	ocr_unlock(&c->lock, OCR_LOCK_REDUCE);
	if (waits)
		l->say(l->ctx, &v);
}

void
ocr_collectives_each_stuck(struct ocr_runtime *rt,
			   void (*say)(void *ctx,
				       const struct ocr_collective_view *v),
			   void *ctx)
{
	struct listing l = {say, ctx};

	each(rt->collectives, list_one, &l);
}

static void
collect_takers(struct ocr_runtime *rt, const struct ocr_collective *c,
	       const struct ocr_generation *g, struct ocr_opq *ops)
{
	struct ocr_msg_stuck_wait m = {
		.op = OCR_OP(OCR_MSG_STUCK_WAIT, struct ocr_msg_stuck_wait),
		.event = c->guid,
	};

	for (const struct ocr_taker *t = g ? g->takers : NULL; t; t = t->next) {
		m.edt = t->waiter.dest;
		m.slot = t->waiter.slot;
		if (ocr_guid_kind(m.edt) == OCR_GUID_EDT)
			ocr_opq_push(ops, ocr_owner_of(rt, m.edt), &m.op);
	}
}

struct explanation {
	struct ocr_runtime *rt;
	void (*tell)(void *ctx, const struct ocr_msg_stuck_wait *m);
	void *ctx;
};

static void
explain_one(void *explanation, struct ocr_collective *c)
{
	const struct explanation *e = explanation;
	struct ocr_opq ops = {NULL, NULL};
	struct ocr_op *op;
	ocr_node_t to;

	ocr_lock(&c->lock, OCR_LOCK_REDUCE);
	for (size_t i = 0; i < c->cap; i++)
		collect_takers(e->rt, c, c->ring[i], &ops);
	ocr_unlock(&c->lock, OCR_LOCK_REDUCE);
	for (; (op = ocr_opq_peek(&ops, &to)); ocr_opq_pop(&ops))
		e->tell(e->ctx, (const void *)op);
	ocr_opq_clear(&ops);
}

void
ocr_collectives_explain(struct ocr_runtime *rt,
			void (*tell)(void *ctx,
				     const struct ocr_msg_stuck_wait *m),
			void *ctx)
{
	struct explanation e = {rt, tell, ctx};

	each(rt->collectives, explain_one, &e);
}
