/* SPDX-License-Identifier: BSD-3-Clause */
/* straggler.c - a sorted array that may be read while it is changed. */
#include "guidmap/straggler.h"
#include "fabric/log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define FIRST_ROWS 8

struct row {
	_Atomic uint64_t first;
	_Atomic uint64_t last;
	_Atomic(struct ocr_chunk *) chunk; /* NULL: never used */
};

struct ocr_straggler_table {
	struct ocr_straggler_table *older; /* a reader may still be there */
	size_t capacity;
	_Atomic size_t n; /* <= capacity */
	struct row row[];
};

static size_t
table_bytes(size_t capacity)
{
	return sizeof(struct ocr_straggler_table) +
	       capacity * sizeof(struct row);
}

/* Under the lock the table cannot change, and orders do not matter. */
static struct ocr_straggler_table *
table_locked(struct ocr_stragglers *s)
{
	return atomic_load_explicit(&s->table, memory_order_relaxed);
}

static size_t
n_locked(struct ocr_straggler_table *t)
{
	return t ? atomic_load_explicit(&t->n, memory_order_relaxed) : 0;
}

static uint64_t
first_of(struct row *r)
{
	return atomic_load_explicit(&r->first, memory_order_relaxed);
}

static uint64_t
last_of(struct row *r)
{
	return atomic_load_explicit(&r->last, memory_order_relaxed);
}

static struct ocr_chunk *
chunk_of(struct row *r)
{
	/* pairs with set_row(): the chunk's memory has been prepared */
	return atomic_load_explicit(&r->chunk, memory_order_acquire);
}

static void
set_row(struct row *r, uint64_t first, uint64_t last, struct ocr_chunk *c)
{
	atomic_store_explicit(&r->first, first, memory_order_relaxed);
	atomic_store_explicit(&r->last, last, memory_order_relaxed);
	/* pairs with chunk_of() */
	atomic_store_explicit(&r->chunk, c, memory_order_release);
}

static void
copy_row(struct row *to, struct row *from)
{
	set_row(to, first_of(from), last_of(from), chunk_of(from));
}

/* How many rows begin at or before the number; the last of them is the only
 * one that can hold it. */
static size_t
rows_up_to(struct ocr_straggler_table *t, size_t n, uint64_t number)
{
	size_t low = 0, high = n, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (first_of(&t->row[mid]) <= number)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The row that holds the number, or NULL. */
static struct row *
row_locked(struct ocr_stragglers *s, uint64_t number)
{
	struct ocr_straggler_table *t = table_locked(s);
	size_t i = t ? rows_up_to(t, n_locked(t), number) : 0;

	return i && last_of(&t->row[i - 1]) >= number ? &t->row[i - 1] : NULL;
}

/* Room for that many more rows. */
static int
reserve(struct ocr_stragglers *s, struct ocr_chunk_pool *p, size_t more)
{
	struct ocr_straggler_table *old = table_locked(s), *t;
	size_t n = n_locked(old), capacity, i;

	if (old && old->capacity - n >= more)
		return 0;
	capacity = old ? 2 * old->capacity : FIRST_ROWS;
	t = calloc(1, table_bytes(capacity));
	if (!t)
		return -ENOMEM;
	t->older = old;
	t->capacity = capacity;
	for (i = 0; i < n; i++)
		copy_row(&t->row[i], &old->row[i]);
	atomic_store_explicit(&t->n, n, memory_order_relaxed);
	/* pairs with ocr_stragglers_peek() */
	atomic_store_explicit(&s->table, t, memory_order_release);
	atomic_fetch_add_explicit(&p->bytes, table_bytes(capacity),
				  memory_order_relaxed);
	return 0;
}

/* Makes room for `by` rows before row i; the capacity is there. */
static void
open_gap(struct ocr_straggler_table *t, size_t i, size_t by)
{
	size_t n = n_locked(t), k;

	for (k = n; k > i; k--)
		copy_row(&t->row[k - 1 + by], &t->row[k - 1]);
	atomic_store_explicit(&t->n, n + by, memory_order_relaxed);
}

static void
close_gap(struct ocr_straggler_table *t, size_t i)
{
	size_t n = n_locked(t), k;

	for (k = i + 1; k < n; k++)
		copy_row(&t->row[k - 1], &t->row[k]);
	atomic_store_explicit(&t->n, n - 1, memory_order_relaxed);
}

void
ocr_stragglers_fini(struct ocr_stragglers *s, struct ocr_chunk_pool *p)
{
	struct ocr_straggler_table *t = table_locked(s), *older;

	for (; t; t = older) {
		older = t->older;
		atomic_fetch_sub_explicit(&p->bytes, table_bytes(t->capacity),
					  memory_order_relaxed);
		free(t);
	}
}

struct ocr_chunk *
ocr_stragglers_peek(struct ocr_stragglers *s, uint64_t number)
{
	struct ocr_straggler_table *t;
	size_t n, i;

	/* pairs with reserve() */
	t = atomic_load_explicit(&s->table, memory_order_acquire);
	if (!t)
		return NULL;
	n = atomic_load_explicit(&t->n, memory_order_relaxed);
	i = rows_up_to(t, n, number);
	return i ? chunk_of(&t->row[i - 1]) : NULL;
}

bool
ocr_stragglers_find(struct ocr_stragglers *s, uint64_t number,
		    struct ocr_chunk **c)
{
	struct row *r = row_locked(s, number);

	if (!r)
		return false;
	*c = chunk_of(r);
	return true;
}

int
ocr_stragglers_append(struct ocr_stragglers *s, struct ocr_chunk_pool *p,
		      uint64_t first, uint64_t last, struct ocr_chunk *c)
{
	struct ocr_straggler_table *t = table_locked(s);
	size_t n = n_locked(t);
	struct row *r = n ? &t->row[n - 1] : NULL;

	if (!c && r && !chunk_of(r) && last_of(r) + 1 == first) {
		set_row(r, first_of(r), last, NULL);
		return 0;
	}
	if (reserve(s, p, 1))
		return -ENOMEM;
	t = table_locked(s);
	set_row(&t->row[n], first, last, c);
	atomic_store_explicit(&t->n, n + 1, memory_order_relaxed);
	return 0;
}

int
ocr_stragglers_claim(struct ocr_stragglers *s, struct ocr_chunk_pool *p,
		     uint64_t number, struct ocr_chunk *c)
{
	struct ocr_straggler_table *t;
	uint64_t first, last;
	struct row *r;
	size_t i;

	if (reserve(s, p, 2))
		return -ENOMEM;
	t = table_locked(s);
	r = row_locked(s, number);
	if (!r || chunk_of(r))
		ocr_bug("chunk %" PRIu64 " is claimed twice", number);
	first = first_of(r);
	last = last_of(r);
	i = (size_t)(r - t->row);
	if (first < number) {
		open_gap(t, i, 1);
		set_row(&t->row[i++], first, number - 1, NULL);
	}
	if (number < last) {
		open_gap(t, i, 1);
		set_row(&t->row[i + 1], number + 1, last, NULL);
	}
	set_row(&t->row[i], number, number, c);
	return 0;
}

void
ocr_stragglers_remove(struct ocr_stragglers *s, uint64_t number)
{
	struct ocr_straggler_table *t = table_locked(s);
	struct row *r = row_locked(s, number);

	if (!r || !chunk_of(r))
		ocr_bug("chunk %" PRIu64 " is no straggler", number);
	close_gap(t, (size_t)(r - t->row));
}

void
ocr_stragglers_each(struct ocr_stragglers *s,
		    void (*fn)(void *ctx, struct ocr_chunk *c), void *ctx)
{
	struct ocr_straggler_table *t = table_locked(s);
	size_t i, n = n_locked(t);

	for (i = 0; i < n; i++)
		if (chunk_of(&t->row[i]))
			fn(ctx, chunk_of(&t->row[i]));
}
