/* SPDX-License-Identifier: BSD-3-Clause */
/* channel.c - two queues that meet. */
#include "src/event/channel.h"

#include "include/ocr-edt.h"
#include "src/event/event.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAP 4

/* Items of one size, which its users know, first in, first out.  They lie in a
 * circle. */
struct ring {
	char *items;
	uint64_t first, n, cap; /* cap: 0, or a power of two */
};

struct ocr_channel {
	struct ocr_channel_params p;
	struct ring sats; /* ocrGuid_t */
	struct ring deps; /* struct ocr_waiter */
};

static inline void *
at(const struct ring *r, uint64_t i, size_t size)
{
	return r->items + ((r->first + i) & (r->cap - 1)) * size;
}

static inline void *
sat_at(const struct ocr_channel *c, uint64_t i)
{
	return at(&c->sats, i, sizeof(ocrGuid_t));
}

static inline void *
dep_at(const struct ocr_channel *c, uint64_t i)
{
	return at(&c->deps, i, sizeof(struct ocr_waiter));
}

static __attribute__((noinline)) int
grow(struct ring *r, size_t size)
{
	uint64_t cap = r->cap ? 2 * r->cap : FIRST_CAP;
	char *items;

	items = malloc(cap * size);
	if (!items)
		return -ENOMEM;
	for (uint64_t i = 0; i < r->n; i++)
		memcpy(items + i * size, at(r, i, size), size);
	free(r->items);
	r->items = items;
	r->first = 0;
	r->cap = cap;
	return 0;
}

/* Makes room for one more. */
static inline int
reserve(struct ring *r, size_t size)
{
	return __builtin_expect(r->n < r->cap, 1) ? 0 : grow(r, size);
}

static inline bool
is_full(const struct ocr_channel *c, const struct ring *r, uint32_t per_gen)
{
	return c->p.max_gen != EVENT_CHANNEL_UNBOUNDED &&
	       r->n >= (uint64_t)c->p.max_gen * per_gen;
}

/* Would one more here complete a generation?  Otherwise it is incomplete: one
 * that is complete does not stay. */
static inline bool
completes(const struct ring *r, uint32_t per_gen, const struct ring *other,
	  uint32_t other_per_gen)
{
	return r->n + 1 >= per_gen && other->n >= other_per_gen;
}

static __attribute__((noinline)) int
open_generation(const struct ocr_channel *c, struct ocr_generation *g)
{
	g->n = c->p.nb_deps;
	g->out = g->n > OCR_GENERATION_NEAR ? calloc(g->n, sizeof(*g->out))
					    : g->near;
	return g->out ? 0 : -ENOMEM;
}

static inline void
drop(struct ring *r, uint64_t n)
{
	r->first += n;
	r->n -= n;
}

static __attribute__((noinline)) void
take(struct ocr_channel *c, struct ocr_generation *g)
{
	uint32_t last = c->p.nb_sat - 1;

	for (uint32_t i = 0; i < g->n; i++) {
		memcpy(&g->out[i].to, dep_at(c, i), sizeof(g->out[i].to));
		memcpy(&g->out[i].data, sat_at(c, i < last ? i : last),
		       sizeof(g->out[i].data));
	}
	drop(&c->sats, c->p.nb_sat);
	drop(&c->deps, c->p.nb_deps);
}

/* A generation of one of each, of which one is `item`; the other waits. */
static inline int
meet(struct ocr_channel *c, const void *item, bool is_sat,
     struct ocr_generation *g)
{
	const void *sat = is_sat ? item : sat_at(c, 0);
	const void *dep = is_sat ? dep_at(c, 0) : item;

	g->n = 1;
	g->out = g->near;
	memcpy(&g->near[0].to, dep, sizeof(g->near[0].to));
	memcpy(&g->near[0].data, sat, sizeof(g->near[0].data));
	drop(is_sat ? &c->deps : &c->sats, 1);
	return 1;
}

/* One item more, which is a satisfaction or a dependence; all that can fail
 * comes first. */
static inline __attribute__((always_inline)) int
push(struct ocr_channel *c, bool is_sat, const void *item,
     struct ocr_generation *g)
{
	size_t size = is_sat ? sizeof(ocrGuid_t) : sizeof(struct ocr_waiter);
	struct ring *r = is_sat ? &c->sats : &c->deps;
	struct ring *other = is_sat ? &c->deps : &c->sats;
	uint32_t mine = is_sat ? c->p.nb_sat : c->p.nb_deps;
	uint32_t its = is_sat ? c->p.nb_deps : c->p.nb_sat;
	bool fires = completes(r, mine, other, its);
	int err;

	/* What is complete does not stay, so there is no other. */
	if (fires && mine == 1 && its == 1)
		return meet(c, item, is_sat, g);
	if (is_full(c, r, mine))
		return -ENOSPC;
	err = reserve(r, size);
	if (!err && fires)
		err = open_generation(c, g);
	if (err)
		return err;
	memcpy(at(r, r->n, size), item, size);
	r->n++;
	if (fires)
		take(c, g);
	return fires;
}

struct ocr_channel *
ocr_channel_create(const struct ocr_channel_params *p)
{
	struct ocr_channel *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->p = *p;
	return c;
}

void
ocr_channel_destroy(struct ocr_channel *c)
{
	if (!c)
		return;
	free(c->sats.items);
	free(c->deps.items);
	free(c);
}

const struct ocr_channel_params *
ocr_channel_params(const struct ocr_channel *c)
{
	return &c->p;
}

int
ocr_channel_satisfy(struct ocr_channel *c, ocrGuid_t data,
		    struct ocr_generation *g)
{
	return push(c, true, &data, g);
}

int
ocr_channel_add(struct ocr_channel *c, const struct ocr_waiter *w,
		struct ocr_generation *g)
{
	return push(c, false, w, g);
}

bool
ocr_channel_is_due(const struct ocr_channel *c)
{
	return completes(&c->deps, c->p.nb_deps, &c->sats, c->p.nb_sat);
}

void
ocr_channel_fire(struct ocr_runtime *rt, struct ocr_generation *g)
{
	for (uint32_t i = 0; i < g->n; i++)
		ocr_event_tell(rt, &g->out[i].to, g->out[i].data);
	if (g->out != g->near)
		free(g->out);
}

uint64_t
ocr_channel_n_satisfied(const struct ocr_channel *c)
{
	return c->sats.n;
}

uint64_t
ocr_channel_n_waiters(const struct ocr_channel *c)
{
	return c->deps.n;
}

bool
ocr_channel_waiter(const struct ocr_channel *c, uint64_t i,
		   struct ocr_waiter *w)
{
	if (i >= c->deps.n)
		return false;
	memcpy(w, dep_at(c, i), sizeof(*w));
	return true;
}
