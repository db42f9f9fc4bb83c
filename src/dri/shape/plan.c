/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.c - two shapes intersected, dimension by dimension.
 *
 * Along one dimension the receiver's blocks are taken one after the other, and
 * the sender's that meet each are found by jumping from one to the next: so
 * both find the same runs in the same order.  Where the blocks of both repeat,
 * one period of them is gone through.  What a receiver stores beyond an end of
 * the array is an image of elements inside, shifted by a multiple of a period:
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
	struct dri_even even;	/* of src: where its blocks are alike */
	struct dri_list *lists; /* by sender */
	int only; /* the one sender that matters, whose is the first list; -1:
		     all do */
	bool repeats; /* what is added now is a period */
	int *marked;  /* the lists that it is in */
	int n_marked;
	bool full; /* no memory */
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

/* This run, r->dst on, as often as it says. */
static void
meet_run(struct meeting *m, int coord, const struct dri_run *r)
{
	int i = m->only < 0 ? coord : 0;
	struct dri_list *l = &m->lists[i];

	if (m->repeats && !l->is_marked) {
		m->marked[m->n_marked++] = i;
		m->full = m->full || !ocr_dri_list_mark(l);
	}
	m->full = m->full || !ocr_dri_list_add_many(l, r);
}

/* The sender has nothing at `index`, which is in block *i of `coord`: goes on
 * to its next block.  false: there is none. */
static bool
skip(const struct meeting *m, int coord, int64_t *i)
{
	*i += m->only < coord;
	return *i < ocr_dri_split_local_blocks(m->src, m->only);
}

/* All that lies in [begin, end), wherever it is, goes to dst and on; and what
 * lies a period of the sender further on, `count` times in all. */
static void
walk(struct meeting *m, int64_t begin, int64_t end, int64_t dst, int64_t count)
{
	int64_t i, n, at;
	struct dri_block b;
	int coord;

	for (at = begin; at < end && !m->full; at += n) {
		struct dri_run r = {.count = count};

		ocr_dri_split_find(m->src, at, &coord, &i);
		if (m->only >= 0 && coord != m->only) {
			if (!skip(m, coord, &i))
				return;
			ocr_dri_split_block(m->src, m->only, i, &b);
			n = b.begin - at;
			continue;
		}
		ocr_dri_split_block(m->src, coord, i, &b);
		n = smaller(end, b.begin + b.len) - at;
		r.src = b.pos + b.left + at - b.begin;
		r.dst = dst + at - begin;
		r.len = n;
		if (count > 1) {
			r.src_step = m->even.stored;
			r.dst_step = m->even.turn;
		}
		meet_run(m, coord, &r);
	}
}

/* All that lies in [begin, end) goes to dst and on. */
static void
receive_range(struct meeting *m, int64_t begin, int64_t end, int64_t dst)
{
	const struct dri_even *e = &m->even;
	int64_t from, to, count = 0;

	if (e->first < e->end) {
		from = larger((begin + e->len - 1) / e->len, e->first) * e->len;
		to = smaller(end, e->end * e->len);
		if (from < to)
			count = (to - from) / e->turn;
	}
	if (count < 2) {
		walk(m, begin, end, dst, 1);
		return;
	}
	walk(m, begin, from, dst, 1);
	walk(m, from, from + e->turn, dst + from - begin, count);
	from += count * e->turn;
	walk(m, from, end, dst + from - begin, 1);
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
receive_block(struct meeting *m, const struct dri_block *b)
{
	struct images left = images_left(m->dst), right = images_right(m->dst);
	int64_t lo = b->begin - b->left, hi = b->begin + b->len + b->right;
	int64_t size = m->dst->spec.size;

	receive_images(m, b, &left, lo, smaller(hi, 0));
	receive_range(m, larger(lo, 0), smaller(hi, size),
		      b->pos + larger(lo, 0) - lo);
	receive_images(m, b, &right, size, hi);
}

/* Periods of blocks of one receiver. */
struct periods {
	int64_t count;	/* from a block on; less than 2: they do not repeat */
	int64_t blocks; /* in each */
	int64_t src_step, dst_step;
};

static int64_t
common_divisor(int64_t a, int64_t b)
{
	int64_t t;

	for (; b != 0; b = t) {
		t = a % b;
		a = b;
	}
	return a;
}

/* Where the sender's blocks repeat around index `at`: up to *end, each `step`
 * elements, which are *stored places.  false: nowhere. */
static bool
find_pattern(const struct meeting *m, int64_t at, int64_t *end, int64_t *step,
	     int64_t *stored)
{
	struct dri_block b;
	int64_t i;
	int coord;

	*step = *stored = 1;
	if (m->src->spec.kind == DRI_SPLIT_CYCLIC) {
		*step = m->even.turn;
		*stored = m->even.stored;
		*end = m->even.end * m->even.len;
		return m->even.first < m->even.end &&
		       at >= m->even.first * m->even.len;
	}
	/* Inside a block each element is like the one before it. */
	ocr_dri_split_find(m->src, at, &coord, &i);
	ocr_dri_split_block(m->src, coord, i, &b);
	*end = b.begin + b.len;
	return true;
}

/* The periods that begin with the receiver's block i. */
static struct periods
find_periods(const struct meeting *m, const struct dri_even *even, int coord,
	     int64_t i)
{
	int64_t procs = m->dst->spec.procs, block = coord + i * procs;
	int64_t at, end, step, stored, n;
	struct periods p = {0};

	if (block < even->first || block >= even->end)
		return p;
	at = block * even->len - m->dst->left;
	if (!find_pattern(m, at, &end, &step, &stored))
		return p;
	at += even->stored;
	if (at > end)
		return p;
	n = common_divisor(even->turn, step);
	p.blocks = step / n;
	p.src_step = even->turn / n * stored;
	p.dst_step = p.blocks * even->stored;
	n = smaller((even->end - 1 - block) / procs, (end - at) / even->turn);
	p.count = (n + 1) / p.blocks;
	return p;
}

/* Has the one sender that matters nothing in this block, and in what is stored
 * with it?  Known where the blocks of both sides are alike. */
static bool
misses(const struct meeting *m, const struct dri_even *even, int64_t block)
{
	const struct dri_even *e = &m->even;
	int64_t at = block * even->len - m->dst->left, next;

	if (m->only < 0 || block < even->first || block >= even->end ||
	    e->first >= e->end || at < e->first * e->len ||
	    at + even->stored > e->end * e->len)
		return false;
	next = m->only * e->len - at % e->turn;
	if (next <= -e->len)
		next += e->turn;
	return next >= even->stored;
}

static void
receive_blocks(struct meeting *m, int coord)
{
	int64_t i, k, n = ocr_dri_split_local_blocks(m->dst, coord);
	struct dri_even even;
	struct dri_block b;
	struct periods p;

	ocr_dri_split_even(m->dst, true, &even);
	for (i = 0; i < n && !m->full; i += p.blocks * p.count) {
		p = find_periods(m, &even, coord, i);
		m->repeats = p.count > 1;
		if (!m->repeats)
			p.blocks = p.count = 1;
		for (k = i; k < i + p.blocks && !m->full; k++) {
			if (misses(m, &even, coord + k * m->dst->spec.procs))
				continue;
			ocr_dri_split_block(m->dst, coord, k, &b);
			receive_block(m, &b);
		}
		while (m->n_marked > 0 && !m->full)
			m->full = !ocr_dri_list_repeat(
				&m->lists[m->marked[--m->n_marked]], p.count,
				p.src_step, p.dst_step);
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

/* The n lists of one dimension: by sender, or of one sender by receiver. */
static void
make_lists(struct meeting *m, enum dri_side side, int coord, int n)
{
	int i;

	if (side == DRI_RECEIVE) {
		m->only = -1;
		receive_blocks(m, coord);
	}
	for (i = 0; side == DRI_SEND && i < n; i++) {
		m->only = m->src->spec.kind == DRI_SPLIT_WHOLE ? 0 : coord;
		receive_blocks(m, i);
		m->lists++;
	}
}

/* Makes the n lists of one dimension.  NULL: no memory. */
static struct dri_list *
meet(const struct dri_split *src, const struct dri_split *dst,
     enum dri_side side, int coord, int n)
{
	struct dri_list *lists = calloc((size_t)n, sizeof(*lists));
	struct meeting m = {.src = src, .dst = dst, .lists = lists};
	int i;

	m.marked = calloc((size_t)n, sizeof(*m.marked));
	m.full = lists == NULL || m.marked == NULL;
	ocr_dri_split_even(src, false, &m.even);
	if (!m.full)
		make_lists(&m, side, coord, n);
	free(m.marked);
	for (i = 0; i < n && !m.full; i++)
		m.full = !ocr_dri_list_end(&lists[i]);
	if (m.full) {
		free_lists(lists, n);
		return NULL;
	}
	return lists;
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
