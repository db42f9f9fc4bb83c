/* SPDX-License-Identifier: BSD-3-Clause */
/* part.c - see part.h. */
#include "apps/cg/part.h"

#include <stdlib.h>
#include <string.h>

void
part_rows(u64 all, u64 parts, u64 index, u64 *first, u64 *rows)
{
	u64 each = all / parts, rest = all % parts;

	*first = index * each + (index < rest ? index : rest);
	*rows = each + (index < rest);
}

/* The part that a row belongs to. */
static u64
part_of(u64 all, u64 parts, u64 row)
{
	u64 each = all / parts, rest = all % parts;

	if (row < rest * (each + 1))
		return row / (each + 1);
	return rest + (row - rest * (each + 1)) / each;
}

static int
compare_words(const void *a, const void *b)
{
	const u32 *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The columns of others that the rows of p need, each once, ascending.
 * Returns them for the caller to free; NULL without memory. */
static u32 *
foreign_columns(const struct part *p, const struct matrix *m, u64 *n)
{
	u64 begin = m->start[p->first], end = m->start[p->first + p->rows];
	u32 *list = malloc((end - begin + 1) * sizeof(*list));
	u64 all = 0, unique = 0;

	if (!list)
		return NULL;
	for (u64 k = begin; k < end; k++)
		if (m->column[k] - p->first >= p->rows)
			list[all++] = m->column[k];
	qsort(list, all, sizeof(*list), compare_words);
	for (u64 k = 0; k < all; k++)
		if (!unique || list[unique - 1] != list[k])
			list[unique++] = list[k];
	*n = unique;
	return list;
}

/* Visits what each row gives: `give`, if there is one, gets the rows for part
 * number `to`.  Returns how many. */
static u64
rows_for(const struct part *p, const struct matrix *m, u64 parts, u64 to,
	 u32 *give)
{
	u64 first, rows, n = 0;

	part_rows(m->rows, parts, to, &first, &rows);
	for (u64 i = 0; i < p->rows; i++) {
		u64 k = m->start[p->first + i],
		    end = m->start[p->first + i + 1];

		while (k < end && m->column[k] - first >= rows)
			k++;
		if (k == end)
			continue;
		if (give)
			give[n] = (u32)i;
		n++;
	}
	return n;
}

static u64
round_up(u64 n)
{
	return (n + 1) / 2 * 2;
}

static u64
bytes_of(const struct part *p)
{
	return sizeof(*p) + p->neighbours * sizeof(struct neighbour) +
	       (p->rows + 1) * sizeof(u64) +
	       (p->elements + 4 * p->rows + p->halo) * sizeof(double) +
	       (round_up(p->elements) + round_up(p->list)) * sizeof(u32);
}

bool
part_measure(struct part *p, const struct matrix *m, u64 parts, u64 index)
{
	u64 last = parts;
	u32 *list;

	*p = (struct part){.index = index};
	part_rows(m->rows, parts, index, &p->first, &p->rows);
	p->elements = m->start[p->first + p->rows] - m->start[p->first];
	list = foreign_columns(p, m, &p->halo);
	if (!list)
		return false;
	for (u64 k = 0; k < p->halo; k++) {
		u64 part = part_of(m->rows, parts, list[k]);

		if (part == last)
			continue;
		last = part;
		p->neighbours++;
		p->list += rows_for(p, m, parts, part, NULL);
	}
	free(list);
	p->bytes = bytes_of(p);
	return true;
}

struct part_view
part_view(struct part *p)
{
	struct part_view v;

	v.neighbour = (struct neighbour *)(p + 1);
	v.start = (u64 *)(v.neighbour + p->neighbours);
	v.value = (double *)(v.start + p->rows + 1);
	v.x = v.value + p->elements;
	v.r = v.x + p->rows;
	v.q = v.r + p->rows;
	v.p = v.q + p->rows;
	v.column = (u32 *)(v.p + p->rows + p->halo);
	v.give = v.column + round_up(p->elements);
	return v;
}

static void
fill_neighbours(struct part *p, const struct part_view *v,
		const struct matrix *m, u64 parts, const u32 *list)
{
	struct neighbour *n = v->neighbour;
	u32 out = 0;

	for (u64 k = 0; k < p->halo; k++) {
		u64 part = part_of(m->rows, parts, list[k]);

		if (k && part == n[-1].part) {
			n[-1].n_in++;
			continue;
		}
		*n = (struct neighbour){
			.part = (u32)part,
			.n_in = 1,
			.in = (u32)k,
			.out = out,
			.n_out =
				(u32)rows_for(p, m, parts, part, v->give + out),
		};
		out += n->n_out;
		n++;
	}
}

/* Own columns first, then the halo. */
static u32
local_column(const struct part *p, const u32 *list, u32 column)
{
	const u32 *at;

	if (column - p->first < p->rows)
		return (u32)(column - p->first);
	at = bsearch(&column, list, p->halo, sizeof(*list), compare_words);
	return (u32)(p->rows + (u64)(at - list));
}

bool
part_fill(struct part *to, const struct part *size, const struct matrix *m,
	  u64 parts)
{
	struct part_view v;
	u64 base, n;
	u32 *list;

	*to = *size;
	v = part_view(to);
	list = foreign_columns(to, m, &n);
	if (!list)
		return false;
	fill_neighbours(to, &v, m, parts, list);
	base = m->start[to->first];
	for (u64 i = 0; i <= to->rows; i++)
		v.start[i] = m->start[to->first + i] - base;
	for (u64 k = 0; k < to->elements; k++) {
		v.value[k] = m->value[base + k];
		v.column[k] = local_column(to, list, m->column[base + k]);
	}
	for (u64 i = 0; i < to->rows; i++) {
		v.x[i] = 0;
		v.r[i] = 1;
		v.q[i] = 0;
	}
	memset(v.p, 0, (to->rows + to->halo) * sizeof(*v.p));
	free(list);
	return true;
}

void
part_give(const struct part_view *v, u64 i, double *to)
{
	const struct neighbour *n = &v->neighbour[i];

	for (u32 k = 0; k < n->n_out; k++)
		to[k] = v->p[v->give[n->out + k]];
}

void
part_take(const struct part *p, const struct part_view *v, u64 i,
	  const double *from)
{
	const struct neighbour *n = &v->neighbour[i];

	memcpy(v->p + p->rows + n->in, from, n->n_in * sizeof(*from));
}

double
part_multiply(const struct part *p, const struct part_view *v)
{
	double pq = 0;

	for (u64 i = 0; i < p->rows; i++) {
		double sum = 0;

		for (u64 k = v->start[i]; k < v->start[i + 1]; k++)
			sum += v->value[k] * v->p[v->column[k]];
		v->q[i] = sum;
		pq += v->p[i] * sum;
	}
	return pq;
}

double
part_step(const struct part *p, const struct part_view *v, double alpha)
{
	for (u64 i = 0; i < p->rows; i++) {
		v->x[i] += alpha * v->p[i];
		v->r[i] -= alpha * v->q[i];
	}
	return part_square(p, v);
}

void
part_direct(const struct part *p, const struct part_view *v, double beta)
{
	for (u64 i = 0; i < p->rows; i++)
		v->p[i] = v->r[i] + beta * v->p[i];
}

double
part_square(const struct part *p, const struct part_view *v)
{
	double rr = 0;

	for (u64 i = 0; i < p->rows; i++)
		rr += v->r[i] * v->r[i];
	return rr;
}
