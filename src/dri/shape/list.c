/* SPDX-License-Identifier: BSD-3-Clause */
/* list.c - finds patterns in a sequence of runs.
 *
 * Runs wait until there are two patterns of the longest kind.  Then that
 * pattern is taken, from the first of them on, that saves most; what follows is
 * compared with it as long as it fits.  A run with which nothing begins becomes
 * a series of its own.
 */
#include "src/dri/shape/list.h"

#include <stdlib.h>
#include <string.h>

void
ocr_dri_list_free(struct dri_list *l)
{
	free(l->series);
	free(l->runs);
}

/* Makes room for n more.  false: no memory. */
static bool
reserve(void **array, size_t used, size_t *max, size_t n, size_t bytes)
{
	size_t more = *max;
	void *grown;

	if (used + n <= more)
		return true;
	while (more < used + n)
		more = more > 0 ? 2 * more : 4;
	grown = realloc(*array, more * bytes);
	if (grown == NULL)
		return false;
	*array = grown;
	*max = more;
	return true;
}

static bool
reserve_runs(struct dri_list *l, size_t n)
{
	void *p = l->runs;
	bool ok = reserve(&p, l->n_runs, &l->max_runs, n, sizeof(*l->runs));

	l->runs = p;
	return ok;
}

/* The next series, of runs that are there from `first` on. */
static bool
append(struct dri_list *l, const struct dri_series *s)
{
	void *p = l->series;
	bool ok = reserve(&p, l->n, &l->max, 1, sizeof(*s));

	l->series = p;
	if (!ok)
		return false;
	l->series[l->n] = *s;
	if (l->n > 0)
		l->series[l->n].at =
			l->series[l->n - 1].at +
			l->series[l->n - 1].period * l->series[l->n - 1].count;
	l->n++;
	return true;
}

/* The first n * count waiting runs become a series of that pattern. */
static bool
take(struct dri_list *l, size_t n, int64_t count)
{
	size_t used = n * (size_t)count, i;
	const struct dri_run *w = l->wait;
	struct dri_series s = {.count = count, .first = l->n_runs, .n = n};

	if (!reserve_runs(l, n))
		return false;
	for (i = 0; i < n; i++) {
		l->runs[l->n_runs] = w[i];
		l->runs[l->n_runs++].at = s.period;
		s.period += w[i].len;
	}
	if (count > 1) {
		s.src_step = w[n].src - w[0].src;
		s.dst_step = w[n].dst - w[0].dst;
	}
	l->waiting -= used;
	memmove(l->wait, l->wait + used, l->waiting * sizeof(*l->wait));
	l->open = count > 1;
	return append(l, &s);
}

/* b follows a in the same place of a pattern. */
static bool
repeats(const struct dri_run *a, const struct dri_run *b, int64_t src_step,
	int64_t dst_step)
{
	return a->len == b->len && b->src - a->src == src_step &&
	       b->dst - a->dst == dst_step;
}

/* How many waiting runs are whole periods of the first n. */
static size_t
covered(const struct dri_list *l, size_t n)
{
	const struct dri_run *w = l->wait;
	size_t i = n;

	while (i < l->waiting && repeats(&w[i - n], &w[i], w[n].src - w[0].src,
					 w[n].dst - w[0].dst))
		i++;
	return i / n * n;
}

/* Some waiting runs, the first among them, become a series. */
static bool
decide(struct dri_list *l)
{
	size_t n, all, best = 1, most = 1;

	for (n = 1; 2 * n <= l->waiting && most < l->waiting; n++) {
		all = covered(l, n);
		if (all > n && all - n > most - best) {
			best = n;
			most = all;
		}
	}
	return take(l, best, (int64_t)(most / best));
}

/* Does what can be done with the waiting runs; with all if no more come. */
static bool
drain(struct dri_list *l, bool all)
{
	while (l->waiting > 0) {
		const struct dri_run *r;
		struct dri_series *s;
		size_t i = 0, n;

		if (!l->open) {
			if (l->waiting < 2 * DRI_LIST_PATTERN && !all)
				return true;
			if (!decide(l))
				return false;
			continue;
		}
		s = &l->series[l->n - 1];
		r = &l->runs[s->first];
		n = s->n < l->waiting ? s->n : l->waiting;
		while (i < n &&
		       repeats(&r[i], &l->wait[i], s->count * s->src_step,
			       s->count * s->dst_step))
			i++;
		if (i == s->n) {
			s->count++;
			l->waiting -= i;
			memmove(l->wait, l->wait + i,
				l->waiting * sizeof(*l->wait));
		} else if (i < n || all) {
			l->open = false;
		} else {
			return true;
		}
	}
	return true;
}

/* The last run is complete. */
static bool
flush(struct dri_list *l)
{
	struct dri_run r = l->last;

	if (r.len == 0)
		return true;
	l->last.len = 0;
	l->wait[l->waiting++] = r;
	return drain(l, false);
}

static bool
add(struct dri_list *l, int64_t src, int64_t dst, int64_t len)
{
	struct dri_run *r = &l->last;

	l->elements += len;
	if (r->len > 0 && r->src + r->len == src && r->dst + r->len == dst) {
		r->len += len;
		return true;
	}
	if (!flush(l))
		return false;
	*r = (struct dri_run){.src = src, .dst = dst, .len = len, .count = 1};
	return true;
}

/* All that was added is in series, and the next run begins another. */
static bool
settle(struct dri_list *l)
{
	bool ok = flush(l) && drain(l, true);

	l->open = false;
	return ok;
}

bool
ocr_dri_list_add_many(struct dri_list *l, const struct dri_run *r)
{
	struct dri_series s = {.period = r->len,
			       .count = r->count,
			       .src_step = r->src_step,
			       .dst_step = r->dst_step,
			       .n = 1};

	if (r->count == 1 || (r->src_step == r->len && r->dst_step == r->len))
		return add(l, r->src, r->dst, r->len * r->count);
	if (!settle(l) || !reserve_runs(l, 1))
		return false;
	s.first = l->n_runs;
	l->runs[l->n_runs++] = (struct dri_run){
		.src = r->src, .dst = r->dst, .len = r->len, .count = 1};
	l->elements += r->len * r->count;
	return append(l, &s);
}

/* -- What repeats ---------------------------------------------------------- */

bool
ocr_dri_list_mark(struct dri_list *l)
{
	l->is_marked = true;
	if (!settle(l))
		return false;
	l->mark = l->n;
	l->mark_elements = l->elements;
	return true;
}

/* Runs of a pattern in which each marked series of one run is a run, and the
 * others are written out. */
static size_t
pattern_runs(const struct dri_list *l)
{
	size_t i, n = 0;

	for (i = l->mark; i < l->n; i++)
		n += l->series[i].n == 1
			     ? 1
			     : l->series[i].n * (size_t)l->series[i].count;
	return n;
}

static void
write_pattern(const struct dri_list *l, struct dri_run *out)
{
	int64_t at = 0, p;
	size_t i, k;

	for (i = l->mark; i < l->n; i++) {
		const struct dri_series *s = &l->series[i];
		const struct dri_run *r = &l->runs[s->first];

		if (s->n == 1) {
			*out = *r;
			out->at = at;
			out->count = s->count;
			out->src_step = s->src_step;
			out->dst_step = s->dst_step;
			at += s->period * s->count;
			out++;
			continue;
		}
		for (p = 0; p < s->count; p++)
			for (k = 0; k < s->n; k++, out++) {
				*out = r[k];
				out->at = at;
				out->src += p * s->src_step;
				out->dst += p * s->dst_step;
				at += r[k].len;
			}
	}
}

/* The pattern takes the place of the marked series. */
static bool
take_pattern(struct dri_list *l, size_t n, struct dri_series *s)
{
	struct dri_run *pattern = malloc(n * sizeof(*pattern));
	bool ok = pattern != NULL;

	if (ok) {
		write_pattern(l, pattern);
		s->first = l->series[l->mark].first;
		l->n_runs = s->first;
		l->n = l->mark;
		ok = reserve_runs(l, n) && append(l, s);
	}
	if (ok) {
		memcpy(l->runs + s->first, pattern, n * sizeof(*pattern));
		l->n_runs += n;
	}
	free(pattern);
	return ok;
}

/* One run that goes on in its next period is no pattern: a series, or a longer
 * run. */
static bool
unite(struct dri_list *l)
{
	struct dri_series *s = &l->series[l->n - 1];
	struct dri_run *r = &l->runs[s->first];
	struct dri_run all = *r;

	if (r->count == 1 && r->len == s->src_step && r->len == s->dst_step) {
		l->elements -= r->len * s->count;
		l->n_runs--;
		l->n--;
		return add(l, all.src, all.dst, all.len * s->count);
	}
	if (r->count > 1 && r->count * r->src_step == s->src_step &&
	    r->count * r->dst_step == s->dst_step) {
		s->count *= r->count;
		s->period = r->len;
		s->src_step = r->src_step;
		s->dst_step = r->dst_step;
		r->count = 1;
		r->src_step = r->dst_step = 0;
	}
	return true;
}

bool
ocr_dri_list_repeat(struct dri_list *l, int64_t count, int64_t src_step,
		    int64_t dst_step)
{
	struct dri_series s = {
		.count = count, .src_step = src_step, .dst_step = dst_step};

	l->is_marked = false;
	if (!settle(l))
		return false;
	s.n = pattern_runs(l);
	s.period = l->elements - l->mark_elements;
	if (s.n == 0)
		return true;
	if (!take_pattern(l, s.n, &s))
		return false;
	l->elements += s.period * (count - 1);
	return s.n > 1 || unite(l);
}

bool
ocr_dri_list_end(struct dri_list *l)
{
	return settle(l);
}
