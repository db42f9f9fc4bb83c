/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.c - two shapes intersected, dimension by dimension.
 *
 * Along one dimension the process's own blocks are taken one after the other,
 * and the blocks of the other side that meet each are found by jumping from one
 * to the next.  What a receiver stores beyond an end of the array is an image
 * of elements inside, shifted by a multiple of a period:
 *
 *	  left pad           the array            right pad
 *	..b c d a b c d | a b c d e f g h i | a b c d e f..  TOROIDAL, period 9
 *	..b c a b c a b c | a b c d .. g h i | g h i g h i..  REPLICATED, 3
 */
#include "src/dri/shape/plan.h"

#include "src/dri/shape/list.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Being made, along one dimension. */
struct meeting {
	const struct dri_split *src, *dst;
	struct dri_list *lists; /* by coordinate on the other side */
	bool disorder;		/* runs did not come sorted */
	bool full;		/* no memory */
};

/* Elements whose images lie beyond an end; n is 0 if there are none. */
struct images {
	int64_t begin, n; /* the period */
	int64_t width;	  /* of the pad */
};

static int64_t
smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t
larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* -- One dimension -------------------------------------------------------- */

static struct images
images_left(const struct dri_split *s)
{
	const struct dri_split_spec *spec = &s->spec;
	struct images im = {.width = spec->left};
	struct dri_block b;

	if (spec->left_type == DRI_OVERLAP_PAD_TOROIDAL) {
		im.n = spec->size;
	} else if (spec->left_type == DRI_OVERLAP_PAD_REPLICATED) {
		ocr_dri_split_block(s, 0, 0, &b);
		im.n = smaller(spec->left, b.len);
	}
	return im;
}

static struct images
images_right(const struct dri_split *s)
{
	const struct dri_split_spec *spec = &s->spec;
	struct images im = {.width = spec->right};
	struct dri_block b;
	int64_t i;
	int coord;

	if (spec->right_type == DRI_OVERLAP_PAD_TOROIDAL) {
		im.n = spec->size;
	} else if (spec->right_type == DRI_OVERLAP_PAD_REPLICATED) {
		ocr_dri_split_find(s, spec->size - 1, &coord, &i);
		ocr_dri_split_block(s, coord, i, &b);
		im.n = smaller(spec->right, b.len);
		im.begin = spec->size - im.n;
	}
	return im;
}

/* Elements [begin, begin + n) are those at place dst of the receiver. */
static void
meet_run(struct meeting *m, int coord, const struct dri_block *from,
	 int64_t begin, int64_t n, int64_t dst)
{
	struct dri_list *l = &m->lists[coord];

	if (l->last.len > 0 && dst < l->last.dst)
		m->disorder = true;
	if (!ocr_dri_list_add(l, from->pos + from->left + begin - from->begin,
			      dst, n))
		m->full = true;
}

/* All that lies in [begin, end), wherever it is, goes to dst and on. */
static void
receive_range(struct meeting *m, int64_t begin, int64_t end, int64_t dst)
{
	struct dri_block b;
	int64_t i, n;
	int coord;

	while (begin < end && !m->full) {
		ocr_dri_split_find(m->src, begin, &coord, &i);
		ocr_dri_split_block(m->src, coord, i, &b);
		n = smaller(end, b.begin + b.len) - begin;
		meet_run(m, coord, &b, begin, n, dst);
		begin += n;
		dst += n;
	}
}

/* The places [lo, hi) that block b stores beyond an end; the images there begin
 * at im->begin + k * im->n for all whole k. */
static void
receive_images(struct meeting *m, const struct dri_block *b,
	       const struct images *im, int64_t lo, int64_t hi)
{
	int64_t dst, n, off;

	if (im->n == 0)
		return;
	while (lo < hi && !m->full) {
		off = (lo - im->begin) % im->n;
		if (off < 0)
			off += im->n;
		n = smaller(hi - lo, im->n - off);
		dst = b->pos + lo - (b->begin - b->left);
		receive_range(m, im->begin + off, im->begin + off + n, dst);
		lo += n;
	}
}

static void
receive_blocks(struct meeting *m, int coord)
{
	int64_t n = ocr_dri_split_local_blocks(m->dst, coord);
	struct images left = images_left(m->dst), right = images_right(m->dst);
	int64_t i, lo, hi, size = m->dst->spec.size;
	struct dri_block b;

	for (i = 0; i < n && !m->full; i++) {
		ocr_dri_split_block(m->dst, coord, i, &b);
		lo = b.begin - b.left;
		hi = b.begin + b.len + b.right;
		receive_images(m, &b, &left, lo, smaller(hi, 0));
		receive_range(m, larger(lo, 0), smaller(hi, size),
			      b.pos + larger(lo, 0) - lo);
		receive_images(m, &b, &right, size, hi);
	}
}

/* Elements [begin, end) of the sender's block, seen `shift` further on, go to
 * all that store them there, among the places [first, last). */
static void
send_range(struct meeting *m, const struct dri_block *from, int64_t begin,
	   int64_t end, int64_t shift, int64_t first, int64_t last)
{
	const struct dri_split_spec *spec = &m->dst->spec;
	/* A pad is of no use inside, however wide it is. */
	int64_t g = begin + shift - smaller(spec->right, begin + shift);
	int64_t stop =
		end + shift >= spec->size
			? spec->size
			: end + shift +
				  smaller(spec->left, spec->size - end - shift);
	int64_t i, lo, hi;
	struct dri_block b;
	int coord;

	for (g = larger(g, 0); g < stop && !m->full; g = b.begin + b.len) {
		ocr_dri_split_find(m->dst, g, &coord, &i);
		ocr_dri_split_block(m->dst, coord, i, &b);
		lo = larger(larger(b.begin - b.left, first), begin + shift);
		hi = smaller(smaller(b.begin + b.len + b.right, last),
			     end + shift);
		if (lo < hi)
			meet_run(m, coord, from, lo - shift, hi - lo,
				 b.pos + lo - (b.begin - b.left));
	}
}

static void
send_block(struct meeting *m, const struct dri_block *b,
	   const struct images *left, const struct images *right)
{
	int64_t size = m->dst->spec.size, end = b->begin + b->len;
	int64_t lo, hi, k;

	hi = smaller(end, left->begin + left->n);
	if (left->n > 0 && b->begin < hi)
		for (k = (hi + left->width - 1) / left->n; k > 0 && !m->full;
		     k--)
			send_range(m, b, b->begin, hi, -k * left->n,
				   -left->width, 0);
	send_range(m, b, b->begin, end, 0, 0, size);
	lo = larger(b->begin, right->begin);
	if (right->n > 0 && lo < end)
		for (k = 1; !m->full && lo + k * right->n < size + right->width;
		     k++)
			send_range(m, b, lo, end, k * right->n, size,
				   size + right->width);
}

static void
send_blocks(struct meeting *m, int coord)
{
	int64_t i, n = ocr_dri_split_local_blocks(m->src, coord);
	struct images left = images_left(m->dst), right = images_right(m->dst);
	struct dri_block b;

	for (i = 0; i < n && !m->full; i++) {
		ocr_dri_split_block(m->src, coord, i, &b);
		send_block(m, &b, &left, &right);
	}
}

static void
free_lists(struct dri_list *lists, int n)
{
	int i;

	for (i = 0; lists != NULL && i < n; i++)
		ocr_dri_list_free(&lists[i]);
	free(lists);
}

/* Both sides have the same blocks, and nothing besides: all stays where it is,
 * and what was dealt out in many blocks need not be gone through. */
static bool
is_same(const struct meeting *m)
{
	const struct dri_split_spec *s = &m->src->spec;

	return s->kind != DRI_SPLIT_WHOLE && s->left == 0 && s->right == 0 &&
	       memcmp(s, &m->dst->spec, sizeof(*s)) == 0;
}

static void
stay(struct meeting *m, int coord)
{
	int64_t n = ocr_dri_split_extent(m->src, coord);

	if (n > 0 && !ocr_dri_list_add(&m->lists[coord], 0, 0, n))
		m->full = true;
}

static void
make_lists(struct meeting *m, enum dri_side side, int coord, int n, bool raw)
{
	int i;

	for (i = 0; i < n; i++)
		ocr_dri_list_clear(&m->lists[i], raw);
	if (is_same(m))
		stay(m, coord);
	else if (side == DRI_SEND)
		send_blocks(m, coord);
	else
		receive_blocks(m, coord);
	for (i = 0; i < n && !m->full; i++)
		m->full = !ocr_dri_list_end(&m->lists[i]);
}

/* Makes the n lists of one dimension.  NULL: no memory. */
static struct dri_list *
meet(const struct dri_split *src, const struct dri_split *dst,
     enum dri_side side, int coord, int n)
{
	struct meeting m = {.src = src, .dst = dst};

	m.lists = calloc((size_t)n, sizeof(*m.lists));
	if (m.lists == NULL)
		return NULL;
	make_lists(&m, side, coord, n, false);
	if (m.disorder && !m.full)
		make_lists(&m, side, coord, n, true);
	if (m.full) {
		free_lists(m.lists, n);
		return NULL;
	}
	return m.lists;
}

/* -- All dimensions ------------------------------------------------------- */

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
	p->lists = meet(&k->src->split[d], &k->dst->split[d], k->side, coord,
			p->n_lists);
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
	int64_t all = 0;
	size_t i;

	for (i = 0; i < l->n; i++)
		all += l->series[i].count * (int64_t)l->series[i].n;
	return all;
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
			struct dri_list *l = &q->lists[i];

			if (l->n == 0)
				continue;
			memcpy(series, l->series, l->n * sizeof(*series));
			memcpy(runs, l->runs, l->n_runs * sizeof(*runs));
			for (;
			     c < q->n && (q->n_lists == 1 || q->coord[c] == i);
			     c++)
				q->meet[c] = (struct dri_meet){
					l->n,	     l->n_runs, l->elements,
					all_runs(l), series,	runs};
			series += l->n;
			runs += l->n_runs;
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
		free_lists(k.peers[d].lists, k.peers[d].n_lists);
		free(k.peers[d].coord);
		free(k.peers[d].meet);
	}
	if (rc != 0)
		ocr_dri_plan_free(p);
	return rc;
}

void
ocr_dri_plan_free(struct dri_plan *p)
{
	free(p->pairs);
	free(p->memory);
	memset(p, 0, sizeof(*p));
}
