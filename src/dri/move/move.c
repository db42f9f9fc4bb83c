/* SPDX-License-Identifier: BSD-3-Clause */
/* move.c - cuts what a pair moves into boxes of strided elements.
 *
 * Along each axis a window on its list is taken; a chunk is what lies in it of
 * one series.  A combination of chunks, one of each axis, is a box.
 */
#include "src/dri/move/move.h"

#include "src/dri/move/axis.h"
#include "src/dri/move/box.h"

#include <stdbool.h>

/* More than this does not stay in the caches, and is written past them. */
#define STREAM_BYTES ((int64_t)1 << 20)
/* Bytes of runs that are short. */
#define SHORT_RUN    1024
/* Rows that are taken together where each consists of many short runs, so that
 * the lines that one column of runs needs are still there for the next. */
#define ROWS	     64

/* What lies in one place of a window. */
struct chunk {
	int64_t src, dst; /* along the axis */
	int64_t len;
	struct { /* of the run, and of its series */
		int64_t n, src, dst;
	} again, periods;
};

/* What is copied, and where to. */
struct job {
	struct dri_axis axis[DRI_MAX_DIMS];
	int n;
	/* This memory is in packed form; its strides are the axes' inner. */
	bool src_packed, dst_packed;
	int64_t elem_bytes;
	int64_t parts, src_part, dst_part; /* parts 1: an element is one */
	int64_t rows[DRI_MAX_DIMS]; /* of each axis that are taken at once */
	struct chunk chunk[DRI_MAX_DIMS];
	int64_t lo[DRI_MAX_DIMS], hi[DRI_MAX_DIMS]; /* windows */
	int64_t first; /* element at the begin of the packed memory */
	const char *src;
	char *dst;
	bool stream;
};

static int64_t
src_stride(const struct job *j, int a)
{
	return j->elem_bytes *
	       (j->src_packed ? j->axis[a].inner : j->axis[a].src_stride);
}

static int64_t
dst_stride(const struct job *j, int a)
{
	return j->elem_bytes *
	       (j->dst_packed ? j->axis[a].inner : j->axis[a].dst_stride);
}

/* The chunks of all axes are chosen. */
static void
copy_chunks(const struct job *j)
{
	struct dri_box b = {.elem_bytes = (size_t)j->elem_bytes};
	int64_t src = j->src_packed ? -j->first * j->elem_bytes : 0;
	int64_t dst = j->dst_packed ? -j->first * j->elem_bytes : 0;
	/* Parts that meet are next to each other, and those that part farther
	 * from each other than all else. */
	bool meet = j->dst_part == j->elem_bytes;
	int a;

	if (meet)
		ocr_dri_box_add(&b, j->parts, j->src_part, j->dst_part);
	for (a = 0; a < j->n; a++) {
		const struct chunk *c = &j->chunk[a];
		int64_t ss = src_stride(j, a), ds = dst_stride(j, a);

		src += c->src * ss;
		dst += c->dst * ds;
		ocr_dri_box_add(&b, c->len, ss, ds);
		ocr_dri_box_add(&b, c->again.n, c->again.src * ss,
				c->again.dst * ds);
		ocr_dri_box_add(&b, c->periods.n, c->periods.src * ss,
				c->periods.dst * ds);
	}
	if (!meet)
		ocr_dri_box_add(&b, j->parts, j->src_part, j->dst_part);
	ocr_dri_box_copy(&b, j->src + src, j->dst + dst, j->stream);
}

static void copy_windows(struct job *j, int a);

/* Some periods of a series. */
struct span {
	const struct dri_series *s;
	int64_t first, count;
};

/* Of a run in these periods: `len` elements, `off` behind the begin of its
 * repetition q, and of those behind it: n in all. */
static void
copy_run(struct job *j, int a, const struct span *p, const struct dri_run *r,
	 int64_t q, int64_t n, int64_t off, int64_t len)
{
	const struct dri_series *s = p->s;
	int64_t at = s->at + p->first * s->period + r->at + q * r->len + off;
	struct chunk *c = &j->chunk[a];

	c->len = len;
	c->again.n = n;
	c->again.src = r->src_step;
	c->again.dst = r->dst_step;
	c->periods.n = p->count;
	c->periods.src = s->src_step;
	c->periods.dst = s->dst_step;
	c->src = r->src + p->first * s->src_step + q * r->src_step + off;
	c->dst = r->dst + p->first * s->dst_step + q * r->dst_step + off;
	if (j->src_packed) {
		c->src = at;
		c->again.src = r->len;
		c->periods.src = s->period;
	}
	if (j->dst_packed) {
		c->dst = at;
		c->again.dst = r->len;
		c->periods.dst = s->period;
	}
	copy_windows(j, a - 1);
}

/* Elements [from, to) of a run's, all repetitions counted. */
static void
copy_repetitions(struct job *j, int a, const struct span *p,
		 const struct dri_run *r, int64_t from, int64_t to)
{
	int64_t q = from / r->len, end = to / r->len;

	from %= r->len;
	to %= r->len;
	if (q == end) {
		copy_run(j, a, p, r, q, 1, from, to - from);
		return;
	}
	if (from > 0)
		copy_run(j, a, p, r, q++, 1, from, r->len - from);
	if (q < end)
		copy_run(j, a, p, r, q, end - q, 0, r->len);
	if (to > 0)
		copy_run(j, a, p, r, end, 1, 0, to);
}

/* What the periods [p, p + count) of series s have of its elements [from, to)
 * of a period, and all that belongs to it in the axes inside. */
static void
copy_periods(struct job *j, int a, const struct dri_series *s, int64_t p,
	     int64_t count, int64_t from, int64_t to)
{
	const struct dri_meet *l = j->axis[a].list;
	const struct span span = {s, p, count};
	size_t k = ocr_dri_axis_run(l, s, from);

	for (; k < s->first + s->n && l->runs[k].at < to; k++) {
		const struct dri_run *r = &l->runs[k];
		int64_t lo = from > r->at ? from - r->at : 0;
		int64_t hi = r->len * r->count < to - r->at ? r->len * r->count
							    : to - r->at;

		copy_repetitions(j, a, &span, r, lo, hi);
	}
}

/* Elements [lo, hi) of the axis, from one series on. */
static void
copy_series(struct job *j, int a, int64_t lo, int64_t hi)
{
	const struct dri_meet *l = j->axis[a].list;
	size_t k = ocr_dri_axis_series(l, lo);

	for (; k < l->n && l->series[k].at < hi; k++) {
		const struct dri_series *s = &l->series[k];
		int64_t from = lo > s->at ? lo - s->at : 0;
		int64_t to = s->period * s->count < hi - s->at
				     ? s->period * s->count
				     : hi - s->at;
		int64_t p = from / s->period, end = to / s->period;

		from %= s->period;
		to %= s->period;
		if (p == end) {
			copy_periods(j, a, s, p, 1, from, to);
			continue;
		}
		if (from > 0)
			copy_periods(j, a, s, p++, 1, from, s->period);
		if (p < end)
			copy_periods(j, a, s, p, end - p, 0, s->period);
		if (to > 0)
			copy_periods(j, a, s, end, 1, 0, to);
	}
}

/* All that is in the windows, from axis a inwards. */
static void
copy_windows(struct job *j, int a)
{
	int64_t i, end;

	if (a < 0) {
		copy_chunks(j);
		return;
	}
	for (i = j->lo[a]; i < j->hi[a]; i = end) {
		end = j->hi[a] - i < j->rows[a] ? j->hi[a] : i + j->rows[a];
		copy_series(j, a, i, end);
	}
}

/* Do boxes use only a part of the cache lines that they touch? */
static bool
has_short_runs(const struct job *j, int a)
{
	const struct dri_meet *l = j->axis[a].list;

	return l->n_runs > 1 && l->elements / l->all_runs * j->axis[a].inner <
					SHORT_RUN / j->elem_bytes;
}

/* Rows of many short runs are taken a few at a time. */
static void
limit_rows(struct job *j)
{
	int64_t budget = INT64_MAX;
	int a;

	for (a = 0; a < j->n; a++) {
		j->rows[a] = budget;
		if (budget < INT64_MAX) {
			budget /= j->hi[a] - j->lo[a];
			budget = budget > 0 ? budget : 1;
		} else if (has_short_runs(j, a)) {
			budget = ROWS;
		}
	}
}

/* Elements [first, end) of axes 0 to a; the windows of those outside are set.
 */
static void
copy_range(struct job *j, int a, int64_t first, int64_t end)
{
	int64_t inner = j->axis[a].inner;
	int64_t lo = first / inner, hi = end / inner, i;

	if (lo == hi) {
		j->lo[a] = lo;
		j->hi[a] = lo + 1;
		copy_range(j, a - 1, first % inner, end % inner);
		return;
	}
	if (first % inner != 0) {
		j->lo[a] = lo++;
		j->hi[a] = lo;
		copy_range(j, a - 1, first % inner, inner);
	}
	if (lo < hi) {
		j->lo[a] = lo;
		j->hi[a] = hi;
		for (i = 0; i < a; i++) {
			j->lo[i] = 0;
			j->hi[i] = j->axis[i].list->elements;
		}
		limit_rows(j);
		copy_windows(j, j->n - 1);
	}
	if (end % inner != 0) {
		j->lo[a] = hi;
		j->hi[a] = hi + 1;
		copy_range(j, a - 1, 0, end % inner);
	}
}

static void
begin(struct job *j, const struct dri_mover *m, const struct dri_pair *p)
{
	j->n = ocr_dri_axes(m, p, j->axis);
	j->elem_bytes = (int64_t)m->elem_bytes;
	j->src_packed = j->dst_packed = j->stream = false;
	j->parts = 1;
	j->src_part = j->dst_part = 0;
}

void
ocr_dri_move(const struct dri_mover *m, const struct dri_pair *p,
	     const void *src, void *dst)
{
	struct job j;

	begin(&j, m, p);
	if (m->parts > 1) {
		j.parts = m->parts;
		j.src_part = m->src_part;
		j.dst_part = m->dst_part;
	}
	j.stream = p->elements * j.parts >= STREAM_BYTES / j.elem_bytes;
	j.src = src;
	j.dst = dst;
	copy_range(&j, j.n - 1, 0, p->elements);
}

void
ocr_dri_pack(const struct dri_mover *m, const struct dri_pair *p, int64_t first,
	     int64_t n, const void *src, void *out)
{
	struct job j;

	if (n == 0)
		return;
	begin(&j, m, p);
	j.dst_packed = true;
	j.src = src;
	j.first = first;
	j.dst = out;
	j.stream = n >= STREAM_BYTES / j.elem_bytes;
	copy_range(&j, j.n - 1, first, first + n);
}

void
ocr_dri_unpack(const struct dri_mover *m, const struct dri_pair *p,
	       int64_t first, int64_t n, const void *in, void *dst)
{
	struct job j;

	if (n == 0)
		return;
	begin(&j, m, p);
	j.src_packed = true;
	j.src = in;
	j.first = first;
	j.dst = dst;
	j.stream = n >= STREAM_BYTES / j.elem_bytes;
	copy_range(&j, j.n - 1, first, first + n);
}
