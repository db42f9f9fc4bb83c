/* SPDX-License-Identifier: BSD-3-Clause */
/* cross.c - goes over the blocks of a receiver, and finds whose they are.
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
#include "src/dri/shape/cross.h"

#include <stdbool.h>
#include <stdlib.h>

/* Being made, along one dimension. */
struct meeting {
	const struct dri_split *src, *dst;
	struct dri_even even;	/* of src: where its blocks are alike */
	struct dri_list *lists; /* by sender */
	int only; /* the one sender that matters, whose is the first list; -1:
		     all do */
	bool own; /* the first list has what stays at its place, and the second
		     what does not */
	bool repeats; /* what is added now is a period */
	int *marked;  /* the lists that it is in */
	int n_marked;
	bool full; /* no memory */
};

/* Elements whose images lie beyond an end; n is 0 if there are none. */
struct images {
	int64_t begin, n; /* the period */
};

static struct images
images_left(const struct dri_split *s)
{
	const struct dri_split_spec *spec = &s->spec;
	struct images im = {0};
	struct dri_block b;

	if (spec->left_type == DRI_OVERLAP_PAD_TOROIDAL) {
		im.n = spec->size;
	} else if (spec->left_type == DRI_OVERLAP_PAD_REPLICATED) {
		ocr_dri_split_block(s, 0, 0, &b);
		im.n = ocr_dri_min(spec->left, b.len);
	}
	return im;
}

static struct images
images_right(const struct dri_split *s)
{
	const struct dri_split_spec *spec = &s->spec;
	struct images im = {0};
	struct dri_block b;
	int64_t i;
	int coord;

	if (spec->right_type == DRI_OVERLAP_PAD_TOROIDAL) {
		im.n = spec->size;
	} else if (spec->right_type == DRI_OVERLAP_PAD_REPLICATED) {
		ocr_dri_split_find(s, spec->size - 1, &coord, &i);
		ocr_dri_split_block(s, coord, i, &b);
		im.n = ocr_dri_min(spec->right, b.len);
		im.begin = spec->size - im.n;
	}
	return im;
}

/* This run, r->dst on, as often as it says. */
static void
meet_run(struct meeting *m, int coord, const struct dri_run *r)
{
	int i = m->only < 0 ? coord : m->own && r->src != r->dst;
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
		n = ocr_dri_min(end, b.begin + b.len) - at;
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

	if (e->first < e->end && !m->own) {
		from = ocr_dri_max((begin + e->len - 1) / e->len, e->first) *
		       e->len;
		to = ocr_dri_min(end, e->end * e->len);
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

/* Fewer whole images are gone through one by one: patterns that repeat are
 * found all the same, together with what is beside them. */
#define MANY_IMAGES 6

/* What was added since m->repeats comes so often, so far apart. */
static void
repeat(struct meeting *m, int64_t count, int64_t src_step, int64_t dst_step)
{
	while (m->n_marked > 0 && !m->full)
		m->full = !ocr_dri_list_repeat(
			&m->lists[m->marked[--m->n_marked]], count, src_step,
			dst_step);
	m->repeats = false;
}

/* The places [lo, hi) that block b stores beyond an end; the images there begin
 * at im->begin + k * im->n for all whole k.  Such a block is none of those that
 * repeat: what repeats here are whole images. */
static void
receive_images(struct meeting *m, const struct dri_block *b,
	       const struct images *im, int64_t lo, int64_t hi)
{
	int64_t dst, n, off, whole;

	if (im->n == 0)
		return;
	while (lo < hi && !m->full) {
		off = (lo - im->begin) % im->n;
		if (off < 0)
			off += im->n;
		n = ocr_dri_min(hi - lo, im->n - off);
		whole = off > 0 ? 1 : (hi - lo) / im->n;
		dst = b->pos + lo - (b->begin - b->left);
		m->repeats = whole >= MANY_IMAGES;
		receive_range(m, im->begin + off, im->begin + off + n, dst);
		if (m->repeats) {
			repeat(m, whole, 0, im->n);
			n *= whole;
		}
		lo += n;
	}
}

static void
receive_block(struct meeting *m, const struct dri_block *b)
{
	struct images left = images_left(m->dst), right = images_right(m->dst);
	int64_t lo = b->begin - b->left, hi = b->begin + b->len + b->right;
	int64_t size = m->dst->spec.size;

	receive_images(m, b, &left, lo, ocr_dri_min(hi, 0));
	receive_range(m, ocr_dri_max(lo, 0), ocr_dri_min(hi, size),
		      b->pos + ocr_dri_max(lo, 0) - lo);
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
	int64_t at, end, step, stored, n, turns;
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
	turns = even->turn / n;
	n = ocr_dri_min((even->end - 1 - block) / procs,
			(end - at) / even->turn);
	p.count = (n + 1) / p.blocks;
	if (p.count > 1) {
		p.src_step = turns * stored;
		p.dst_step = p.blocks * even->stored;
	}
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
		repeat(m, p.count, p.src_step, p.dst_step);
	}
}

void
ocr_dri_lists_free(struct dri_list *lists, int n)
{
	int i;

	for (i = 0; lists != NULL && i < n; i++)
		ocr_dri_list_free(&lists[i]);
	free(lists);
}

/* All runs are in them; NULL, and they are gone, if there was no memory. */
static struct dri_list *
end_lists(struct dri_list *lists, int n, bool full)
{
	for (int i = 0; i < n && !full; i++)
		full = !ocr_dri_list_end(&lists[i]);
	if (!full)
		return lists;
	ocr_dri_lists_free(lists, n);
	return NULL;
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

struct dri_list *
ocr_dri_cross(const struct dri_split *src, const struct dri_split *dst,
	      enum dri_side side, int coord, int n)
{
	struct dri_list *lists = calloc((size_t)n, sizeof(*lists));
	struct meeting m = {.src = src, .dst = dst, .lists = lists};

	m.marked = calloc((size_t)n, sizeof(*m.marked));
	m.full = lists == NULL || m.marked == NULL;
	ocr_dri_split_even(src, false, &m.even);
	if (!m.full)
		make_lists(&m, side, coord, n);
	free(m.marked);
	return end_lists(lists, n, m.full);
}

struct dri_list *
ocr_dri_cross_own(const struct dri_split *s, int coord)
{
	struct dri_list *lists = calloc(2, sizeof(*lists));
	int marked[2];
	struct meeting m = {
		.src = s,
		.dst = s,
		.lists = lists,
		.own = true,
		.only = s->spec.kind == DRI_SPLIT_WHOLE ? 0 : coord,
		.marked = marked,
		.full = lists == NULL,
	};

	ocr_dri_split_even(s, false, &m.even);
	receive_blocks(&m, coord);
	return end_lists(lists, 2, m.full);
}
