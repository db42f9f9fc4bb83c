/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.c - what is crossed along each dimension makes pairs of processes. */
#include "src/dri/shape/plan.h"

#include "src/dri/shape/cross.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Processes of the other side along one dimension. */
struct peers {
	struct dri_list *lists; /* one for all in a whole dimension */
	int n_lists;
	int *coord; /* those with whom something moves, growing */
	int n;
	struct dri_meet *meet; /* with coord[i] */
};

struct making {
	const struct dri_shape *src, *dst;
	enum dri_side side;
	int rank;
	const int *near;
	struct peers peers[DRI_MAX_DIMS];
};

/* The sender whose copies a receiver takes. */
static void
copy_coords(const struct making *k, int receiver, int coord[])
{
	int sender = k->near != NULL ? k->near[receiver]
				     : receiver % k->src->group_size;

	ocr_dri_shape_coords(k->src, sender, coord);
}

/* Are the copies that `receiver` takes those of this plan's sender? */
static bool
takes_copies(const struct making *k, int receiver)
{
	int copy[DRI_MAX_DIMS], own[DRI_MAX_DIMS], d;

	copy_coords(k, receiver, copy);
	ocr_dri_shape_coords(k->src, k->rank, own);
	for (d = 0; d < k->src->ndims; d++)
		if (k->src->split[d].spec.kind == DRI_SPLIT_WHOLE &&
		    copy[d] != own[d])
			return false;
	return true;
}

/* 0 or -ENOMEM. */
static int
find_peers(struct making *k, int d, int coord)
{
	const struct dri_split *other =
		k->side == DRI_SEND ? &k->dst->split[d] : &k->src->split[d];
	bool whole = other->spec.kind == DRI_SPLIT_WHOLE;
	struct peers *p = &k->peers[d];
	int c, copy[DRI_MAX_DIMS];
	size_t max = (size_t)other->spec.procs;

	p->n_lists = whole ? 1 : other->spec.procs;
	p->lists = ocr_dri_cross(&k->src->split[d], &k->dst->split[d], k->side,
				 coord, p->n_lists);
	p->coord = calloc(max, sizeof(*p->coord));
	p->meet = calloc(max, sizeof(*p->meet));
	if (p->lists == NULL || p->coord == NULL || p->meet == NULL)
		return -ENOMEM;
	if (k->side == DRI_RECEIVE)
		copy_coords(k, k->rank, copy);
	for (c = 0; c < other->spec.procs; c++) {
		if (p->lists[whole ? 0 : c].elements == 0)
			continue;
		if (whole && k->side == DRI_RECEIVE && c != copy[d])
			continue;
		p->coord[p->n++] = c;
	}
	return 0;
}

static int64_t
all_runs(const struct dri_list *l)
{
	int64_t all = 0, n;
	size_t i, k;

	for (i = 0; i < l->n; i++) {
		const struct dri_series *s = &l->series[i];

		for (k = n = 0; k < s->n; k++)
			n += l->runs[s->first + k].count;
		all += s->count * n;
	}
	return all;
}

/* The list in the plan's memory from *series and *runs on, which go behind it.
 */
static struct dri_meet
keep(const struct dri_list *l, struct dri_series **series,
     struct dri_run **runs)
{
	struct dri_meet meet = {l->n,	     l->n_runs, l->elements,
				all_runs(l), *series,	*runs};

	if (l->n > 0) {
		memcpy(*series, l->series, l->n * sizeof(**series));
		memcpy(*runs, l->runs, l->n_runs * sizeof(**runs));
	}
	*series += l->n;
	*runs += l->n_runs;
	return meet;
}

/* Copies the series, and after them all runs, into one piece of memory, which
 * is the plan's.  false: no memory. */
static bool
keep_lists(struct making *k, struct dri_plan *p)
{
	size_t n = 0, n_runs = 0;
	struct dri_series *series;
	struct dri_run *runs;
	int d, i, c;

	for (d = 0; d < k->src->ndims; d++)
		for (i = 0; i < k->peers[d].n_lists; i++) {
			n += k->peers[d].lists[i].n;
			n_runs += k->peers[d].lists[i].n_runs;
		}
	p->memory = malloc(n * sizeof(*series) + n_runs * sizeof(*runs) + 1);
	if (p->memory == NULL)
		return false;
	series = p->memory;
	runs = (struct dri_run *)(series + n);
	for (d = 0; d < k->src->ndims; d++) {
		struct peers *q = &k->peers[d];

		for (i = 0, c = 0; i < q->n_lists; i++) {
			struct dri_meet meet =
				keep(&q->lists[i], &series, &runs);

			if (meet.n == 0)
				continue;
			for (;
			     c < q->n && (q->n_lists == 1 || q->coord[c] == i);
			     c++)
				q->meet[c] = meet;
		}
	}
	return true;
}

/* One pair for each combination of coordinates, rank by rank.  false: no
 * memory. */
static bool
make_pairs(const struct making *k, struct dri_plan *p)
{
	const struct dri_shape *other = k->side == DRI_SEND ? k->dst : k->src;
	int d, at[DRI_MAX_DIMS] = {0}, coord[DRI_MAX_DIMS];
	size_t n = 1;

	for (d = 0; d < other->ndims; d++)
		n *= (size_t)k->peers[d].n;
	if (n == 0)
		return true;
	p->pairs = calloc(n, sizeof(*p->pairs));
	if (p->pairs == NULL)
		return false;
	do {
		struct dri_pair *pair = &p->pairs[p->n];

		pair->elements = 1;
		for (d = 0; d < other->ndims; d++) {
			coord[d] = k->peers[d].coord[at[d]];
			pair->dim[d] = k->peers[d].meet[at[d]];
			pair->elements *= pair->dim[d].elements;
		}
		pair->rank = ocr_dri_shape_rank(other, coord);
		if (k->side == DRI_RECEIVE || takes_copies(k, pair->rank))
			p->n++;
		for (d = 0; d < other->ndims; d++) {
			if (++at[d] < k->peers[d].n)
				break;
			at[d] = 0;
		}
	} while (d < other->ndims);
	return true;
}

int
ocr_dri_plan_make(struct dri_plan *p, const struct dri_shape *src,
		  const struct dri_shape *dst, enum dri_side side, int rank,
		  const int *near)
{
	struct making k = {src, dst, side, rank, near, {{0}}};
	int own[DRI_MAX_DIMS], d, rc = 0;

	memset(p, 0, sizeof(*p));
	ocr_dri_shape_coords(side == DRI_SEND ? src : dst, rank, own);
	for (d = 0; d < src->ndims && rc == 0; d++)
		rc = find_peers(&k, d, own[d]);
	if (rc == 0 && (!keep_lists(&k, p) || !make_pairs(&k, p)))
		rc = -ENOMEM;
	for (d = 0; d < src->ndims; d++) {
		ocr_dri_lists_free(k.peers[d].lists, k.peers[d].n_lists);
		free(k.peers[d].coord);
		free(k.peers[d].meet);
	}
	if (rc != 0)
		ocr_dri_plan_free(p);
	return rc;
}

/* -- In place -------------------------------------------------------------- */

/* Of the product of all dimensions what does not stay in each of them: those
 * that stay in the dimensions before d and do not in d, for each d. */
static void
make_own(struct dri_plan *p, const struct dri_pair *all, int ndims,
	 const struct dri_meet stay[], const struct dri_meet move[])
{
	struct dri_pair *own;
	int d, i, n = 0;

	for (d = 0; d < ndims; d++) {
		own = &p->own[n];
		*own = *all;
		own->dim[d] = move[d];
		own->elements = move[d].elements;
		for (i = 0; i < ndims; i++) {
			if (i < d)
				own->dim[i] = stay[i];
			if (i != d)
				own->elements *= own->dim[i].elements;
		}
		if (own->elements == 0)
			continue;
		if (n > 0)
			p->own[n - 1].next = own;
		n++;
	}
	p->n_own = n;
}

/* The lists of dimensions in p->own_memory, and what they make.  false: no
 * memory. */
static bool
keep_own(struct dri_plan *p, const struct dri_pair *all, int ndims,
	 struct dri_list *const lists[])
{
	struct dri_meet stay[DRI_MAX_DIMS], move[DRI_MAX_DIMS];
	size_t n = 0, n_runs = 0;
	struct dri_series *series;
	struct dri_run *runs;
	int d, k;

	for (d = 0; d < ndims; d++)
		for (k = 0; k < 2; k++) {
			n += lists[d][k].n;
			n_runs += lists[d][k].n_runs;
		}
	p->own_memory =
		malloc(n * sizeof(*series) + n_runs * sizeof(*runs) + 1);
	p->own = calloc((size_t)ndims, sizeof(*p->own));
	if (p->own_memory == NULL || p->own == NULL)
		return false;
	series = p->own_memory;
	runs = (struct dri_run *)(series + n);
	for (d = 0; d < ndims; d++) {
		stay[d] = keep(&lists[d][0], &series, &runs);
		move[d] = keep(&lists[d][1], &series, &runs);
	}
	make_own(p, all, ndims, stay, move);
	return true;
}

int
ocr_dri_plan_in_place(struct dri_plan *p, const struct dri_shape *shape,
		      int rank)
{
	struct dri_list *lists[DRI_MAX_DIMS] = {NULL};
	int coord[DRI_MAX_DIMS], d;
	bool ok = true;
	size_t i = 0;

	while (i < p->n && p->pairs[i].rank != rank)
		i++;
	if (i == p->n)
		return 0;
	ocr_dri_shape_coords(shape, rank, coord);
	for (d = 0; d < shape->ndims; d++) {
		lists[d] = ocr_dri_cross_own(&shape->split[d], coord[d]);
		ok = ok && lists[d] != NULL;
	}
	ok = ok && keep_own(p, &p->pairs[i], shape->ndims, lists);
	for (d = 0; d < shape->ndims; d++)
		ocr_dri_lists_free(lists[d], 2);
	if (!ok)
		return -ENOMEM;
	if (p->n_own > 0)
		p->pairs[i] = p->own[0];
	else
		memmove(&p->pairs[i], &p->pairs[i + 1],
			(--p->n - i) * sizeof(*p->pairs));
	return 0;
}

void
ocr_dri_plan_free(struct dri_plan *p)
{
	free(p->pairs);
	free(p->memory);
	free(p->own);
	free(p->own_memory);
	memset(p, 0, sizeof(*p));
}
