/* SPDX-License-Identifier: BSD-3-Clause */
/* race_find.c - see races.h: uses of one block, two by two.
 *
 * The uses of a block are taken in the order in which they began.  Those that
 * may still be in conflict with a later one are kept; one that comes before a
 * later one, which any third in conflict with it is in conflict with as well,
 * is not.  In a program without races few are kept, and each new one is
 * compared with these.
 *
 * Is there a path?  Most often it is short: NEAR moments are looked at, back
 * from the later use.  What is not found there is looked for from the earlier
 * use on, through all that comes after it, and that is remembered.  With m
 * moments, u uses, and f uses whose followers are far away, that is
 * O(m log m + NEAR u + f m) time and O(m + u) memory.
 */
#include "src/tools/races.h"

#include <stdlib.h>
#include <string.h>

#define NEAR	   1024
/* For what is only to be settled. */
#define VERY_NEAR  64
/* So many uses of a block are compared with others, and no more: the square of
 * 10,000. */
#define MOST_LOOKS UINT64_C(100000000)
/* So many times all that comes after a use is remembered. */
#define MEMORIES   32

struct kept {
	const struct race_use *use;
	struct race_after after; /* if that is remembered */
	bool found;		 /* the search that goes on has been there */
};

struct finder {
	struct races *r;
	struct kept *kept;
	size_t n, cap;
	uint64_t looks;
	/* Of a search: for whom, and how many in conflict are not found yet. */
	const struct race_use *user;
	size_t open;
	bool has_ew; /* somebody has the block in that mode */
	unsigned memories;
	struct race *races;
	size_t n_races, cap_races;
	bool failed;
};

/* -- Words ----------------------------------------------------------------- */

/* What lies anywhere is copied: files may be damaged. */
static struct ocr_trace_stripe
stripe_at(const struct race_use *u, uint32_t i)
{
	struct ocr_trace_stripe s;

	memcpy(&s, (const char *)u->stripes + i * sizeof(s), sizeof(s));
	if (s.distance > UINT64_MAX / 2 / (s.count + UINT64_C(1)) ||
	    s.first > UINT64_MAX / 4)
		s = (struct ocr_trace_stripe){.count = 0};
	return s;
}

static uint64_t
end_of(const struct ocr_trace_stripe *s)
{
	return s->count ? s->first + (s->count - 1) * s->distance + s->n
			: s->first;
}

/* A word of [first, end) that is in s as well. */
static uint64_t
word_in(const struct ocr_trace_stripe *s, uint64_t first, uint64_t end)
{
	uint64_t k = 0, at;

	if (first >= s->first + s->n && s->distance)
		k = (first - s->first - s->n) / s->distance + 1;
	if (k >= s->count)
		return RACE_NO_WORD;
	at = s->first + k * s->distance;
	if (at >= end || at + s->n <= first)
		return RACE_NO_WORD;
	return at > first ? at : first;
}

static uint64_t
word_of_stripes(const struct ocr_trace_stripe *a,
		const struct ocr_trace_stripe *b)
{
	uint64_t word = RACE_NO_WORD;

	if (!a->count || !b->count || a->first >= end_of(b) ||
	    b->first >= end_of(a))
		return RACE_NO_WORD;
	if (a->count > b->count)
		return word_of_stripes(b, a);
	for (uint32_t i = 0; i < a->count && word == RACE_NO_WORD; i++) {
		uint64_t first = a->first + i * a->distance;

		word = word_in(b, first, first + a->n);
	}
	return word;
}

uint64_t
race_common_word(const struct race_use *a, const struct race_use *b)
{
	for (uint32_t i = 0; i < a->n; i++) {
		struct ocr_trace_stripe x = stripe_at(a, i);

		for (uint32_t j = 0; j < b->n; j++) {
			struct ocr_trace_stripe y = stripe_at(b, j);
			uint64_t word = word_of_stripes(&x, &y);

			if (word != RACE_NO_WORD)
				return word;
		}
	}
	return RACE_NO_WORD;
}

static bool
is_same_words(const struct race_use *a, const struct race_use *b)
{
	return a->n == b->n &&
	       memcmp(a->stripes, b->stripes,
		      a->n * sizeof(struct ocr_trace_stripe)) == 0;
}

static bool
changes_all(const struct race_use *u)
{
	struct ocr_trace_stripe s = {.n = 0};

	if (u->n == 1)
		s = stripe_at(u, 0);
	return s.count == 1 && !s.first && s.n >= (u->size + 7) / 8;
}

/* -- Conflicts ------------------------------------------------------------- */

static bool
may_write(const struct race_use *u)
{
	return u->mode == DB_MODE_RW || u->mode == DB_MODE_EW;
}

/* Who has it in EW mode and others that may write are never there at a time,
 * and a program that asks for that leaves open who comes first. */
static bool
conflict(const struct race_use *a, const struct race_use *b)
{
	if (a->task == b->task || (a->reads && b->reads) ||
	    ((a->mode == DB_MODE_EW || b->mode == DB_MODE_EW) && may_write(a) &&
	     may_write(b)))
		return false;
	/* A reader of which nothing else is known has read all. */
	return (a->reads && !a->n) || (b->reads && !b->n) ||
	       race_common_word(a, b) != RACE_NO_WORD;
}

/* `later` comes after `earlier`: is whatever is in conflict with that in
 * conflict with it as well? */
static bool
replaces(const struct finder *f, const struct race_use *later,
	 const struct race_use *earlier)
{
	if (f->has_ew && later->mode != earlier->mode &&
	    may_write(later) + may_write(earlier))
		return false;
	if (later->reads)
		return earlier->reads &&
		       (!later->n || is_same_words(later, earlier));
	return changes_all(later) ||
	       (!earlier->reads && is_same_words(later, earlier));
}

/* -- What is found --------------------------------------------------------- */

static bool
is_alike(const struct races *r, const struct race *x, const struct race_use *a,
	 const struct race_use *b)
{
	uint32_t fa = r->things[a->task].func, fb = r->things[b->task].func;
	uint32_t xa = r->things[x->a->task].func;
	uint32_t xb = r->things[x->b->task].func;

	return r->things[x->a->block].place == r->things[a->block].place &&
	       ((xa == fa && xb == fb) || (xa == fb && xb == fa));
}

static void
add_race(struct finder *f, const struct race_use *a, const struct race_use *b)
{
	void *races = f->races;

	for (size_t i = 0; i < f->n_races; i++)
		if (is_alike(f->r, &f->races[i], a, b)) {
			f->races[i].n++;
			return;
		}
	if (race_grow(&races, f->n_races, &f->cap_races, sizeof(*f->races))) {
		f->failed = true;
		return;
	}
	f->races = races;
	f->races[f->n_races++] = (struct race){a, b, 1};
}

/* -- Is it before? --------------------------------------------------------- */

static bool
is_remembered(const struct kept *k)
{
	return k->after.bits;
}

static bool
on_mark(void *ctx, uint32_t mark)
{
	struct finder *f = ctx;
	struct kept *k = &f->kept[mark];

	if (k->found || is_remembered(k))
		return false;
	k->found = true;
	if (f->open && conflict(k->use, f->user))
		return !--f->open;
	return false;
}

static bool
is_after(struct finder *f, struct kept *k, uint32_t later)
{
	f->failed |= race_order_extend(&f->r->order, &k->after, later) != 0;
	return !f->failed && race_after_has(&k->after, later);
}

/* What comes after is remembered; of few. */
static bool
remember(struct finder *f, struct kept *k, uint32_t later)
{
	for (size_t i = 0; i < f->n && f->memories == MEMORIES; i++)
		if (is_remembered(&f->kept[i])) {
			race_after_free(&f->kept[i].after);
			f->memories--;
		}
	k->after.earlier = k->use->end;
	f->memories++;
	return is_after(f, k, later);
}

/* Those that have a conflict with u, and are not before it as far as is known:
 * so many, from *least on. */
static size_t
count_open(struct finder *f, const struct race_use *u, uint32_t *least)
{
	size_t open = 0;

	*least = u->begin;
	for (size_t i = 0; i < f->n; i++) {
		struct kept *k = &f->kept[i];

		k->found = is_remembered(k) && is_after(f, k, u->begin);
		if (is_remembered(k) || k->use->end > u->begin)
			continue;
		open += conflict(k->use, u);
		*least = k->use->end < *least ? k->use->end : *least;
	}
	return open;
}

static size_t
still_open(const struct finder *f, const struct race_use *u)
{
	size_t open = 0;

	for (size_t i = 0; i < f->n; i++) {
		const struct kept *k = &f->kept[i];

		open += !k->found && !is_remembered(k) &&
			k->use->end < u->begin && conflict(k->use, u);
	}
	return open;
}

/* So many are looked for one by one. */
#define FEW 4

static void
look_far(struct finder *f, const struct race_use *u, uint32_t least)
{
	size_t open = still_open(f, u);

	if (open > FEW) {
		race_order_back(&f->r->order, u->begin, least, UINT32_MAX,
				on_mark, f);
		return;
	}
	for (size_t i = 0; i < f->n && open && !f->failed; i++) {
		struct kept *k = &f->kept[i];

		if (k->found || is_remembered(k) || k->use->end >= u->begin ||
		    !conflict(k->use, u))
			continue;
		k->found = remember(f, k, u->begin);
		open--;
	}
}

/* Marks those that come before u as found. */
static void
search(struct finder *f, const struct race_use *u)
{
	uint32_t least;
	bool any;

	f->user = u;
	f->open = count_open(f, u, &least);
	any = f->open;
	if (!race_order_back(&f->r->order, u->begin, least,
			     any ? NEAR : VERY_NEAR, on_mark, f) &&
	    any)
		look_far(f, u, least);
}

/* -- A block --------------------------------------------------------------- */

static void
forget(struct finder *f, struct kept *k)
{
	f->r->order.marks[k->use->end] = 0;
	f->memories -= is_remembered(k);
	race_after_free(&k->after);
}

static void
drop_replaced(struct finder *f, const struct race_use *u)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++) {
		struct kept *k = &f->kept[i];

		if (k->found && replaces(f, u, k->use)) {
			forget(f, k);
			continue;
		}
		f->kept[n] = *k;
		f->r->order.marks[k->use->end] = (uint32_t)n + 1;
		n++;
	}
	f->n = n;
}

static void
keep(struct finder *f, const struct race_use *u)
{
	void *kept = f->kept;

	if (race_grow(&kept, f->n, &f->cap, sizeof(*f->kept))) {
		f->failed = true;
		return;
	}
	f->kept = kept;
	f->kept[f->n++] = (struct kept){.use = u};
	f->r->order.marks[u->end] = (uint32_t)f->n;
}

static void
compare(struct finder *f, const struct race_use *u)
{
	if (f->n)
		search(f, u);
	for (size_t i = 0; i < f->n; i++)
		if (!f->kept[i].found && conflict(f->kept[i].use, u))
			add_race(f, f->kept[i].use, u);
	drop_replaced(f, u);
	keep(f, u);
}

static void
end_block(struct finder *f)
{
	for (size_t i = 0; i < f->n; i++)
		forget(f, &f->kept[i]);
	f->n = 0;
	f->looks = 0;
}

static int
by_block(const void *a, const void *b)
{
	const struct race_use *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	if (x->life != y->life)
		return x->life < y->life ? -1 : 1;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return (x->end > y->end) - (x->end < y->end);
}

static void
begin_block(struct finder *f, size_t i)
{
	const struct race_use *u = f->r->uses;

	f->has_ew = false;
	for (size_t j = i; j < f->r->n_uses && u[j].block == u[i].block; j++)
		f->has_ew |= u[j].mode == DB_MODE_EW;
}

static bool
is_new_block(const struct race_use *u, size_t i)
{
	return !i || u[i].block != u[i - 1].block || u[i].life != u[i - 1].life;
}

struct race *
races_find(struct races *r, size_t *n)
{
	struct finder f = {.r = r};

	if (races_sift(r)) {
		r->failed = true;
		return NULL;
	}
	if (r->n_uses)
		qsort(r->uses, r->n_uses, sizeof(*r->uses), by_block);
	for (size_t i = 0; i < r->n_uses && !f.failed; i++) {
		if (is_new_block(r->uses, i)) {
			end_block(&f);
			begin_block(&f, i);
		}
		if (f.looks > MOST_LOOKS)
			continue;
		f.looks += f.n;
		r->too_many += f.looks > MOST_LOOKS;
		compare(&f, &r->uses[i]);
	}
	end_block(&f);
	free(f.kept);
	r->failed |= f.failed;
	*n = f.n_races;
	return f.races;
}
