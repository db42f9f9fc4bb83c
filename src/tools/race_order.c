/* SPDX-License-Identifier: BSD-3-Clause */
/* race_order.c - see race_order.h. */
#include "src/tools/race_order.h"

#include <stdlib.h>
#include <string.h>

int
race_grow(void **array, size_t n, size_t *cap, size_t bytes)
{
	size_t more = *cap ? 2 * *cap : 1024;
	void *p;

	if (n < *cap)
		return 0;
	p = realloc(*array, more * bytes);
	if (!p)
		return -1;
	*array = p;
	*cap = more;
	return 0;
}

static int
grow_moments(struct race_order *o)
{
	uint32_t cap = o->cap ? 2 * o->cap : 1024;
	uint32_t *before, *edges;

	if (o->cap > UINT32_MAX / 4)
		return -1;
	before = realloc(o->before, cap * sizeof(*before));
	if (!before)
		return -1;
	o->before = before;
	edges = realloc(o->edges, cap * sizeof(*edges));
	if (!edges)
		return -1;
	o->edges = edges;
	o->cap = cap;
	return 0;
}

uint32_t
race_order_add(struct race_order *o, uint32_t before)
{
	if (o->n == o->cap && grow_moments(o)) {
		o->failed = true;
		return RACE_NEVER;
	}
	o->before[o->n] = before;
	o->edges[o->n] = RACE_NEVER;
	return o->n++;
}

void
race_order_edge(struct race_order *o, uint32_t earlier, uint32_t later)
{
	size_t cap = o->cap_all;
	void *all = o->all;

	if (earlier == RACE_NEVER || later == RACE_NEVER || earlier >= later)
		return;
	if (o->n_all == RACE_NEVER ||
	    race_grow(&all, o->n_all, &cap, sizeof(*o->all))) {
		o->failed = true;
		return;
	}
	o->all = all;
	o->cap_all = cap < UINT32_MAX ? (uint32_t)cap : UINT32_MAX;
	o->all[o->n_all] = (struct race_edge){earlier, o->edges[later]};
	o->edges[later] = o->n_all++;
}

int
race_order_seal(struct race_order *o)
{
	size_t n = (size_t)o->n + 1;

	o->seen = calloc(n, sizeof(*o->seen));
	o->marks = calloc(n, sizeof(*o->marks));
	o->todo = malloc(n * sizeof(*o->todo));
	return o->failed || !o->seen || !o->marks || !o->todo ? -1 : 0;
}

void
race_order_fini(struct race_order *o)
{
	free(o->before);
	free(o->edges);
	free(o->all);
	free(o->seen);
	free(o->marks);
	free(o->todo);
	*o = (struct race_order){.n = 0};
}

/* -- Searches -------------------------------------------------------------- */

/* On the way back from one moment. */
struct walk {
	struct race_order *o;
	uint32_t least, n;
};

static void
visit(struct walk *w, uint32_t at)
{
	struct race_order *o = w->o;

	/* RACE_NEVER is above all. */
	if (at >= o->n || at < w->least || o->seen[at] == o->search)
		return;
	o->seen[at] = o->search;
	o->todo[w->n++] = at;
}

bool
race_order_back(struct race_order *o, uint32_t later, uint32_t least,
		uint32_t most, bool (*found)(void *ctx, uint32_t mark),
		void *ctx)
{
	struct walk w = {.o = o, .least = least};

	if (!++o->search) {
		memset(o->seen, 0, o->n * sizeof(*o->seen));
		o->search = 1;
	}
	visit(&w, later);
	for (uint32_t looks = 0; w.n; looks++) {
		uint32_t at = o->todo[--w.n];

		if (looks == most)
			return false;
		if (o->marks[at] && found(ctx, o->marks[at] - 1))
			return true;
		visit(&w, o->before[at]);
		for (uint32_t e = o->edges[at]; e != RACE_NEVER;
		     e = o->all[e].next)
			visit(&w, o->all[e].from);
	}
	return true;
}

static int
make_room(struct race_after *a, uint32_t later)
{
	size_t need = (size_t)(later - a->earlier) / 64 + 1, words = 2 * need;
	uint64_t *bits;

	if (need <= a->words)
		return 0;
	bits = realloc(a->bits, words * sizeof(*bits));
	if (!bits)
		return -1;
	memset(bits + a->words, 0, (words - a->words) * sizeof(*bits));
	a->bits = bits;
	a->words = words;
	return 0;
}

static bool
leads_from(const struct race_after *a, uint32_t at)
{
	return at == a->earlier || (at != RACE_NEVER && race_after_has(a, at));
}

int
race_order_extend(const struct race_order *o, struct race_after *a,
		  uint32_t later)
{
	if (make_room(a, later))
		return -1;
	if (a->until < a->earlier)
		a->until = a->earlier;
	while (a->until < later) {
		uint32_t i = a->until + 1, at = i - a->earlier;
		bool is = leads_from(a, o->before[i]);

		for (uint32_t e = o->edges[i]; !is && e != RACE_NEVER;
		     e = o->all[e].next)
			is = leads_from(a, o->all[e].from);
		if (is)
			a->bits[at / 64] |= UINT64_C(1) << at % 64;
		a->until = i;
	}
	return 0;
}

void
race_after_free(struct race_after *a)
{
	free(a->bits);
	*a = (struct race_after){.bits = NULL};
}
