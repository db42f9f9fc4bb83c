/* SPDX-License-Identifier: BSD-3-Clause */
/* axis.c - dimensions in order, and the runs along them. */
#include "src/dri/move/axis.h"

#include <stdbool.h>

/* Series that one call looks at to find out where a run ends. */
#define LOOK_AHEAD 16

int
ocr_dri_axes(const struct dri_mover *m, const struct dri_pair *p,
	     struct dri_axis axis[])
{
	int64_t inner = 1;
	int i, j;

	for (i = 0; i < m->ndims; i++) {
		for (j = i; j > 0 && axis[j - 1].dst_stride > m->dst_stride[i];
		     j--)
			axis[j] = axis[j - 1];
		axis[j] = (struct dri_axis){&p->dim[i], m->src_stride[i],
					    m->dst_stride[i], 0};
	}
	for (i = 0; i < m->ndims; i++) {
		axis[i].inner = inner;
		inner *= axis[i].list->elements;
	}
	return m->ndims;
}

size_t
ocr_dri_axis_run(const struct dri_meet *list, const struct dri_series *s,
		 int64_t i)
{
	size_t lo = s->first, hi = s->first + s->n, mid;

	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		if (list->runs[mid].at <= i)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

size_t
ocr_dri_axis_series(const struct dri_meet *list, int64_t i)
{
	size_t lo = 0, hi = list->n, mid;

	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		if (list->series[mid].at <= i)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

/* -- Runs ----------------------------------------------------------------- */

/* Do the repetitions of a run follow one another there? */
static bool
is_dense(const struct dri_run *r)
{
	return r->count == 1 || r->dst_step == r->len;
}

/* Where the last of them ends. */
static int64_t
run_end(const struct dri_run *r)
{
	return r->dst + (r->count - 1) * r->dst_step + r->len;
}

static int64_t
dst_begin(const struct dri_meet *l, const struct dri_series *s)
{
	return l->runs[s->first].dst;
}

static int64_t
dst_end(const struct dri_meet *l, const struct dri_series *s)
{
	const struct dri_run *r = &l->runs[s->first + s->n - 1];

	return run_end(r) + (s->count - 1) * s->dst_step;
}

/* Do all runs of a series follow one another in the receiver's memory? */
static bool
is_closed(const struct dri_meet *l, const struct dri_series *s)
{
	return dst_end(l, s) - dst_begin(l, s) == s->period * s->count;
}

/* Is the axis, and are those before it, one run, and the next element of the
 * axis after it the one behind it? */
static bool
is_joined(const struct dri_axis *a, int64_t next_dst, int64_t next_src,
	  bool both)
{
	const struct dri_meet *l = a->list;
	int64_t n = l->elements * a->inner;

	if (dst_begin(l, l->series) + l->elements !=
	    dst_end(l, &l->series[l->n - 1]))
		return false;
	if (next_dst != n)
		return false;
	return !both || (l->all_runs == 1 && next_src == n);
}

/* The axis along which runs are counted: all before it are joined.  -1: there
 * is none, each element is a run. */
static int
run_axis(const struct dri_axis *axis, int n, bool both)
{
	int i = 0, next;

	if (axis[0].list->elements > 1 &&
	    (axis[0].dst_stride != 1 || (both && axis[0].src_stride != 1)))
		return -1;
	for (;;) {
		/* Along an axis of one element nothing is stored apart. */
		next = i + 1;
		while (next < n && axis[next].list->elements == 1)
			next++;
		if (next == n || !is_joined(&axis[i], axis[next].dst_stride,
					    axis[next].src_stride, both))
			return i;
		i = next;
	}
}

/* Runs along one axis, as the receiver stores them. */
static int64_t
dst_runs(const struct dri_meet *l)
{
	int64_t runs = 0;
	size_t i, k;

	for (i = 0; i < l->n; i++) {
		const struct dri_series *s = &l->series[i];
		const struct dri_run *r = &l->runs[s->first];
		const struct dri_run *last = &r[s->n - 1];

		for (k = 0; k < s->n; k++)
			runs += s->count * (is_dense(&r[k]) ? 1 : r[k].count);
		for (k = 1; k < s->n; k++)
			if (run_end(&r[k - 1]) == r[k].dst)
				runs -= s->count;
		if (run_end(last) == r->dst + s->dst_step)
			runs -= s->count - 1;
		if (i > 0 && dst_end(l, s - 1) == r->dst)
			runs--;
	}
	return runs;
}

void
ocr_dri_count_runs(const struct dri_mover *m, const struct dri_pair *p,
		   struct dri_runs *out)
{
	struct dri_axis axis[DRI_MAX_DIMS];
	int n = ocr_dri_axes(m, p, axis);
	int a = run_axis(axis, n, false), b = run_axis(axis, n, true);

	out->dst = p->elements;
	if (a >= 0)
		out->dst = p->elements /
			   (axis[a].list->elements * axis[a].inner) *
			   dst_runs(axis[a].list);
	out->both = p->elements;
	if (b >= 0)
		out->both = p->elements /
			    (axis[b].list->elements * axis[b].inner) *
			    axis[b].list->all_runs;
}

/* A run of a list that goes on. */
struct cursor {
	const struct dri_meet *l;
	size_t series, run;
	int64_t period, again; /* of the series, of the run */
};

static const struct dri_run *
cursor_run(const struct cursor *c)
{
	return &c->l->runs[c->run];
}

static int64_t
cursor_dst(const struct cursor *c)
{
	return cursor_run(c)->dst + c->again * cursor_run(c)->dst_step +
	       c->period * c->l->series[c->series].dst_step;
}

/* The next run; false: that was the last one. */
static bool
cursor_next(struct cursor *c)
{
	const struct dri_series *s = &c->l->series[c->series];

	if (++c->again < cursor_run(c)->count)
		return true;
	c->again = 0;
	if (++c->run < s->first + s->n)
		return true;
	c->run = s->first;
	if (++c->period < s->count)
		return true;
	c->period = 0;
	if (++c->series == c->l->n)
		return false;
	c->run = c->l->series[c->series].first;
	return true;
}

/* Elements from the cursor's run on, if its repetitions follow one another,
 * which it goes behind. */
static int64_t
rest_of_run(struct cursor *c)
{
	const struct dri_run *r = cursor_run(c);
	int64_t n = r->len;

	if (is_dense(r)) {
		n *= r->count - c->again;
		c->again = r->count - 1;
	}
	return n;
}

/* Elements from number i of the list on, which is `off` elements behind the
 * begin of the cursor's run, that follow one another for the receiver. */
static int64_t
dst_run(struct cursor c, int64_t i, int64_t off)
{
	const struct dri_series *s = &c.l->series[c.series];
	int64_t n = rest_of_run(&c) - off, end;
	int look;

	if (is_closed(c.l, s)) {
		n = s->at + s->period * s->count - i;
		c.period = s->count - 1;
		c.run = s->first + s->n - 1;
		c.again = cursor_run(&c)->count - 1;
	}
	for (look = 0; look < LOOK_AHEAD; look++) {
		end = cursor_dst(&c) + cursor_run(&c)->len;
		if (!cursor_next(&c) || cursor_dst(&c) != end)
			break;
		n += rest_of_run(&c);
	}
	return n;
}

void
ocr_dri_locate(const struct dri_mover *m, const struct dri_pair *p,
	       int64_t first, struct dri_place *out)
{
	struct dri_axis axis[DRI_MAX_DIMS];
	int n = ocr_dri_axes(m, p, axis), i;
	int a = run_axis(axis, n, false), b = run_axis(axis, n, true);
	int64_t src = 0, dst = 0;

	out->dst_run = out->run = 1;
	for (i = 0; i < n; i++) {
		const struct dri_axis *x = &axis[i];
		const struct dri_meet *l = x->list;
		int64_t at = first / x->inner % l->elements;
		int64_t done = first % x->inner; /* of the element's own */
		struct cursor c = {.l = l};
		const struct dri_series *s;
		const struct dri_run *r;
		int64_t off;

		c.series = ocr_dri_axis_series(l, at);
		s = &l->series[c.series];
		c.period = (at - s->at) / s->period;
		off = (at - s->at) % s->period;
		c.run = ocr_dri_axis_run(l, s, off);
		r = &l->runs[c.run];
		c.again = (off - r->at) / r->len;
		off = (off - r->at) % r->len;
		src += x->src_stride * (r->src + c.again * r->src_step +
					c.period * s->src_step + off);
		dst += x->dst_stride * (cursor_dst(&c) + off);
		if (i == a)
			out->dst_run = dst_run(c, at, off) * x->inner - done;
		if (i == b)
			out->run = (r->len - off) * x->inner - done;
	}
	out->src_bytes = src * (int64_t)m->elem_bytes;
	out->dst_bytes = dst * (int64_t)m->elem_bytes;
}
