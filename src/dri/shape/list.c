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
ocr_dri_list_clear(struct dri_list *l, bool raw)
{
	l->n = l->n_runs = l->waiting = 0;
	l->elements = 0;
	l->last.len = 0;
	l->open = false;
	l->raw = raw;
}

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

/* The first n * count waiting runs become a series of that pattern. */
static bool
take(struct dri_list *l, size_t n, int64_t count)
{
	size_t used = n * (size_t)count, i;
	const struct dri_run *w = l->wait;
	struct dri_series s = {.count = count, .first = l->n_runs, .n = n};
	void *p = l->series;
	bool ok = reserve(&p, l->n, &l->max, 1, sizeof(s));

	l->series = p;
	if (!ok || !reserve_runs(l, n))
		return false;
	if (l->n > 0)
		s.at = l->series[l->n - 1].at +
		       l->series[l->n - 1].period * l->series[l->n - 1].count;
	for (i = 0; i < n; i++) {
		l->runs[l->n_runs] = w[i];
		l->runs[l->n_runs++].at = s.period;
		s.period += w[i].len;
	}
	if (count > 1) {
		s.src_step = w[n].src - w[0].src;
		s.dst_step = w[n].dst - w[0].dst;
	}
	l->series[l->n++] = s;
	l->waiting -= used;
	memmove(l->wait, l->wait + used, l->waiting * sizeof(*l->wait));
	l->open = count > 1;
	return true;
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
	if (l->raw) {
		if (!reserve_runs(l, 1))
			return false;
		l->runs[l->n_runs++] = r;
		return true;
	}
	l->wait[l->waiting++] = r;
	return drain(l, false);
}

bool
ocr_dri_list_add(struct dri_list *l, int64_t src, int64_t dst, int64_t len)
{
	struct dri_run *r = &l->last;

	l->elements += len;
	if (r->len > 0 && r->src + r->len == src && r->dst + r->len == dst) {
		r->len += len;
		return true;
	}
	if (!flush(l))
		return false;
	*r = (struct dri_run){.src = src, .dst = dst, .len = len};
	return true;
}

static int
by_dst(const void *pa, const void *pb)
{
	const struct dri_run *a = pa, *b = pb;

	return (a->dst > b->dst) - (a->dst < b->dst);
}

/* Puts all runs into the list again, in order. */
static bool
sort(struct dri_list *l)
{
	struct dri_run *runs = l->runs;
	size_t i, n = l->n_runs;
	bool ok = true;

	if (n > 0)
		qsort(runs, n, sizeof(*runs), by_dst);
	l->runs = NULL;
	l->max_runs = 0;
	ocr_dri_list_clear(l, false);
	for (i = 0; i < n && ok; i++)
		ok = ocr_dri_list_add(l, runs[i].src, runs[i].dst, runs[i].len);
	free(runs);
	return ok;
}

bool
ocr_dri_list_end(struct dri_list *l)
{
	if (!flush(l) || (l->raw && !sort(l)))
		return false;
	return flush(l) && drain(l, true);
}
