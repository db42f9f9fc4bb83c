/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_clock.c - see trace_clock.h. */
#include "src/tools/trace_clock.h"

#include "src/tools/trace_read.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What a clock shows more than another, which shows x:
 * shift_ns + rate * (x - pivot_ns) */
struct offset {
	int64_t shift_ns, pivot_ns;
	double rate;
};

/* A message from one host to another, each by its own clock, which is 0 when
 * the host's first file begins. */
struct point {
	uint32_t from, to;
	int64_t sent_ns, got_ns;
};

/* The nearest that messages come to what clocks differ by, and when. */
struct bound {
	int64_t ns, when_ns;
	bool is_known;
};

enum { FIRST, LAST, HALVES };

/* Of two hosts, a < b: what b's clock shows more than a's. */
struct link {
	int64_t begin_ns, end_ns; /* of what travelled, by a's clock */
	bool is_used, is_done;
	struct offset offset;
	struct bound most[HALVES], least[HALVES]; /* beyond offset */
	int64_t error_ns;
};

/* One way from a host to host 0. */
struct way {
	struct offset to_first; /* to be added to its own times */
	int64_t base_ns;	/* its clock, when its first file begins */
	int64_t date_ns;	/* the calendar then */
	bool is_set;
};

struct set {
	struct trace_files *f;
	struct trace_clocks *clocks;
	uint32_t *host; /* of each file */
	uint32_t n;	/* hosts */
	struct way *ways;
	struct link *links; /* a * n + b */
	struct point *points;
	size_t n_points;
	int64_t end_ns; /* of all, by any clock */
};

static int64_t
at(const struct offset *o, int64_t x)
{
	return o->shift_ns + (int64_t)(o->rate * (double)(x - o->pivot_ns));
}

/* -- What travelled ------------------------------------------------------- */

/* One end of a message: who, to whom, of which type, and when. */
struct travel {
	uint64_t from_to;
	uint64_t type;
	int64_t when_ns;
};

struct travels {
	struct travel *v;
	size_t n, cap;
};

struct reading {
	struct set *s;
	struct travels sent, got;
	bool failed;
};

static void
add(struct reading *r, struct travels *t, struct travel one)
{
	if (t->n == t->cap) {
		size_t cap = t->cap ? 2 * t->cap : 1024;
		struct travel *more = realloc(t->v, cap * sizeof(*more));

		if (!more) {
			r->failed = true;
			return;
		}
		t->v = more;
		t->cap = cap;
	}
	t->v[t->n++] = one;
}

/* UINT32_MAX: it has no file. */
static uint32_t
file_of(const struct trace_files *f, uint64_t node)
{
	unsigned low = 0, high = f->n;

	while (low < high) {
		unsigned mid = (low + high) / 2;

		if (f->file[mid].head->node < node)
			low = mid + 1;
		else
			high = mid;
	}
	return low < f->n && f->file[low].head->node == node ? low : UINT32_MAX;
}

static void
on_record(void *arg, const struct trace_record *rec)
{
	struct reading *r = arg;
	struct set *s = r->s;
	uint64_t self = rec->file->head->node, other;
	uint32_t mine, theirs;

	s->end_ns = rec->when_ns > s->end_ns ? rec->when_ns : s->end_ns;
	if (rec->type != OCR_TRACE_SEND && rec->type != OCR_TRACE_GET)
		return;
	other = rec->words[0];
	mine = s->host[rec->file - s->f->file];
	theirs = file_of(s->f, other);
	if (theirs == UINT32_MAX || s->host[theirs] == mine)
		return;
	if (rec->type == OCR_TRACE_SEND)
		add(r, &r->sent,
		    (struct travel){self << 32 | other, rec->words[1] >> 32,
				    rec->when_ns});
	else
		add(r, &r->got,
		    (struct travel){other << 32 | self, rec->words[1] >> 32,
				    rec->when_ns});
}

static int
by_kind(const struct travel *t, const struct travel *u)
{
	if (t->from_to != u->from_to)
		return t->from_to < u->from_to ? -1 : 1;
	return (t->type > u->type) - (t->type < u->type);
}

static int
by_kind_and_time(const void *a, const void *b)
{
	const struct travel *t = a, *u = b;
	int order = by_kind(t, u);

	return order ? order
		     : (t->when_ns > u->when_ns) - (t->when_ns < u->when_ns);
}

static size_t
n_alike(const struct travels *t, size_t i)
{
	size_t n = 1;

	while (i + n < t->n && by_kind(&t->v[i], &t->v[i + n]) == 0)
		n++;
	return n;
}

/* Those of a type between two nodes come in the order in which they left: the
 * n-th is the n-th.  Two threads that send at once may be written down in the
 * other order; the n-th of times that are sorted has left before the n-th of
 * such has come, all the same. */
static void
match(struct set *s, const struct reading *r)
{
	const struct travels *sent = &r->sent, *got = &r->got;
	size_t i = 0, j = 0;

	while (i < sent->n && j < got->n) {
		int order = by_kind(&sent->v[i], &got->v[j]);
		size_t ni = order <= 0 ? n_alike(sent, i) : 0;
		size_t nj = order >= 0 ? n_alike(got, j) : 0;
		uint64_t pair = sent->v[i].from_to;

		/* Who got more than was sent has seen what was not noted. */
		for (size_t k = 0; order == 0 && nj <= ni && k < nj; k++)
			s->points[s->n_points++] = (struct point){
				s->host[file_of(s->f, pair >> 32)],
				s->host[file_of(s->f, (uint32_t)pair)],
				sent->v[i + k].when_ns, got->v[j + k].when_ns};
		i += ni;
		j += nj;
	}
}

static int
find_points(struct set *s)
{
	struct reading r = {.s = s};

	ocr_trace_files_each(s->f, on_record, &r);
	s->points = malloc((r.got.n + 1) * sizeof(*s->points));
	if (!r.failed && s->points && r.sent.n && r.got.n) {
		qsort(r.sent.v, r.sent.n, sizeof(*r.sent.v), by_kind_and_time);
		qsort(r.got.v, r.got.n, sizeof(*r.got.v), by_kind_and_time);
		match(s, &r);
	}
	free(r.sent.v);
	free(r.got.v);
	return r.failed || !s->points ? -1 : 0;
}

/* -- Two hosts ------------------------------------------------------------ */

static struct link *
link_of(const struct set *s, const struct point *p, int64_t *x)
{
	*x = p->from < p->to ? p->sent_ns : p->got_ns;
	return p->from < p->to ? &s->links[p->from * s->n + p->to]
			       : &s->links[p->to * s->n + p->from];
}

static void
take(struct bound *b, int64_t ns, int64_t when_ns, bool is_nearer)
{
	if (!b->is_known || is_nearer)
		*b = (struct bound){ns, when_ns, true};
}

/* What b shows more than a is at most what a message from a to b seems to need,
 * and at least what one from b to a seems to gain. */
static void
take_point(const struct set *s, const struct point *p)
{
	int64_t x, seems = p->got_ns - p->sent_ns;
	struct link *l = link_of(s, p, &x);
	int half =
		x > l->begin_ns + (l->end_ns - l->begin_ns) / 2 ? LAST : FIRST;

	if (p->from < p->to) {
		seems -= at(&l->offset, x);
		take(&l->most[half], seems, x, seems < l->most[half].ns);
	} else {
		seems = -seems - at(&l->offset, x);
		take(&l->least[half], seems, x, seems > l->least[half].ns);
	}
}

static void
take_points(struct set *s)
{
	for (size_t i = 0; i < (size_t)s->n * s->n; i++) {
		memset(s->links[i].most, 0, sizeof(s->links[i].most));
		memset(s->links[i].least, 0, sizeof(s->links[i].least));
	}
	for (size_t i = 0; i < s->n_points; i++)
		take_point(s, &s->points[i]);
}

static struct bound
nearest(const struct bound b[HALVES], int sign)
{
	if (!b[FIRST].is_known)
		return b[LAST];
	if (!b[LAST].is_known)
		return b[FIRST];
	return sign * b[FIRST].ns < sign * b[LAST].ns ? b[FIRST] : b[LAST];
}

/* The line through the middles of both halves; false: there is none. */
static bool
lean(struct link *l)
{
	double y[HALVES], x[HALVES], rate;

	for (int i = FIRST; i < HALVES; i++) {
		if (!l->most[i].is_known || !l->least[i].is_known)
			return false;
		y[i] = ((double)l->most[i].ns + (double)l->least[i].ns) / 2;
		x[i] = ((double)l->most[i].when_ns +
			(double)l->least[i].when_ns) /
		       2;
	}
	if (x[LAST] <= x[FIRST])
		return false;
	rate = (y[LAST] - y[FIRST]) / (x[LAST] - x[FIRST]);
	l->offset.shift_ns +=
		(int64_t)(y[FIRST] +
			  rate * ((double)l->offset.pivot_ns - x[FIRST]));
	l->offset.rate += rate;
	return true;
}

/* Nothing but a shift is needed as long as one agrees with all messages. */
static void
fit(struct link *l)
{
	struct bound most = nearest(l->most, 1), least = nearest(l->least, -1);

	if (l->is_done || !most.is_known || !least.is_known)
		return;
	l->is_done = most.ns >= least.ns;
	if (l->is_done || !lean(l))
		l->offset.shift_ns += least.ns + (most.ns - least.ns) / 2;
}

static int64_t
larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static void
find_error(struct link *l)
{
	struct bound most = nearest(l->most, 1), least = nearest(l->least, -1);

	l->is_used = most.is_known && least.is_known;
	if (!l->is_used)
		return;
	l->error_ns = larger(most.ns, -least.ns);
	/* A line leaves the middle of each half, and clocks that drift apart by
	 * less than messages take hide it; what contradicts it counts. */
	for (int i = FIRST; i < HALVES; i++)
		if (l->most[i].is_known && l->least[i].is_known)
			l->error_ns =
				larger(l->error_ns,
				       larger(l->most[i].ns, -l->least[i].ns));
	l->error_ns += larger(0, larger(-most.ns, least.ns));
}

/* Each turn takes away most of what was left. */
#define TURNS 8

static void
fit_links(struct set *s)
{
	for (size_t i = 0; i < s->n_points; i++) {
		int64_t x;
		struct link *l = link_of(s, &s->points[i], &x);
		bool is_first = !l->is_used;

		l->is_used = true;
		l->begin_ns = is_first || x < l->begin_ns ? x : l->begin_ns;
		l->end_ns = is_first || x > l->end_ns ? x : l->end_ns;
	}
	for (unsigned turn = 0; turn < TURNS; turn++) {
		take_points(s);
		for (size_t i = 0; i < (size_t)s->n * s->n; i++) {
			struct link *l = &s->links[i];

			if (!turn)
				l->offset.pivot_ns = l->begin_ns;
			fit(l);
		}
	}
	take_points(s);
	for (size_t i = 0; i < (size_t)s->n * s->n; i++)
		find_error(&s->links[i]);
}

/* -- All hosts ------------------------------------------------------------ */

static const struct link *
between(const struct set *s, uint32_t a, uint32_t b)
{
	return &s->links[a < b ? a * s->n + b : b * s->n + a];
}

/* How host b's times become a's. */
static struct offset
step(const struct set *s, uint32_t a, uint32_t b)
{
	struct offset o = between(s, a, b)->offset;

	if (a > b)
		return o;
	o.pivot_ns += o.shift_ns;
	o.shift_ns = -o.shift_ns;
	o.rate = -o.rate / (1 + o.rate);
	return o;
}

/* The one that is known best of those whose way is not set; or n. */
static uint32_t
next_host(const struct set *s)
{
	uint32_t best = s->n;
	const struct trace_host *hosts = s->clocks->hosts;

	for (uint32_t i = 0; i < s->n; i++)
		if (!s->ways[i].is_set && hosts[i].error_ns >= 0 &&
		    (best == s->n || hosts[i].error_ns < hosts[best].error_ns))
			best = i;
	return best;
}

static void
set_way(struct set *s, uint32_t i)
{
	struct trace_host *h = &s->clocks->hosts[i];
	struct way *w = &s->ways[i];
	const struct offset *up = &s->ways[h->parent].to_first;
	struct offset o;

	w->is_set = true;
	if (h->parent == i)
		return;
	o = step(s, h->parent, i);
	w->to_first = (struct offset){
		.shift_ns = o.shift_ns + at(up, o.pivot_ns + o.shift_ns),
		.pivot_ns = o.pivot_ns,
		.rate = o.rate + up->rate,
	};
}

/* The ways with the least errors, beginning at host 0. */
static void
set_ways(struct set *s)
{
	struct trace_host *hosts = s->clocks->hosts;
	uint32_t i;

	hosts[0].error_ns = 0;
	while ((i = next_host(s)) < s->n) {
		set_way(s, i);
		for (uint32_t j = 0; j < s->n; j++) {
			const struct link *l = between(s, i, j);
			int64_t error = hosts[i].error_ns + l->error_ns;

			if (i == j || !l->is_used || s->ways[j].is_set ||
			    (hosts[j].error_ns >= 0 &&
			     hosts[j].error_ns <= error))
				continue;
			hosts[j].error_ns = error;
			hosts[j].parent = i;
		}
	}
	for (i = 0; i < s->n; i++)
		if (!s->ways[i].is_set)
			s->ways[i].to_first.shift_ns =
				s->ways[i].date_ns - s->ways[0].date_ns;
}

static void
check_points(struct set *s)
{
	struct trace_clocks *c = s->clocks;

	c->messages = s->n_points;
	for (size_t i = 0; i < s->n_points; i++) {
		const struct point *p = &s->points[i];
		int64_t sent =
			p->sent_ns + at(&s->ways[p->from].to_first, p->sent_ns);
		int64_t got =
			p->got_ns + at(&s->ways[p->to].to_first, p->got_ns);

		c->early += got < sent;
		c->early_ns = larger(c->early_ns, sent - got);
	}
}

/* -- Files ---------------------------------------------------------------- */

static bool
is_same_host(const struct ocr_trace_file *a, const struct ocr_trace_file *b)
{
	return a->boot[0] ? strncmp(a->boot, b->boot, sizeof(a->boot)) == 0
			  : strncmp(a->host, b->host, sizeof(a->host)) == 0;
}

/* The number of its host, which may be new: then its first file is `file`. */
static uint32_t
host_of(struct set *s, uint32_t file)
{
	const struct ocr_trace_file *head = s->f->file[file].head;

	for (uint32_t i = 0; i < file; i++)
		if (is_same_host(s->f->file[i].head, head))
			return s->host[i];
	s->clocks->hosts[s->n] = (struct trace_host){
		.name = s->f->file[file].host,
		.error_ns = -1,
		.parent = s->n,
	};
	s->ways[s->n] = (struct way){.base_ns = (int64_t)head->begin_ns,
				     .date_ns = (int64_t)head->date_ns};
	return s->n++;
}

static int64_t
begin_of(const struct set *s, uint32_t file)
{
	return (int64_t)(s->f->file[file].head->begin_ns -
			 (uint64_t)s->ways[s->host[file]].base_ns);
}

/* All times count from the first begin of a node. */
static void
set_files(struct set *s)
{
	int64_t first = INT64_MAX;

	for (uint32_t i = 0; i < s->f->n; i++) {
		const struct offset *o = &s->ways[s->host[i]].to_first;
		struct trace_file *file = &s->f->file[i];

		file->zero_ns = begin_of(s, i) + o->shift_ns;
		file->pivot_ns = o->pivot_ns - begin_of(s, i);
		file->rate = o->rate;
		first = ocr_trace_when(file, 0) < first
				? ocr_trace_when(file, 0)
				: first;
	}
	for (uint32_t i = 0; i < s->f->n; i++)
		s->f->file[i].zero_ns -= first;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct way *w = &s->ways[i];
		int64_t base = w->base_ns - s->ways[0].base_ns;

		s->clocks->hosts[i].ahead_ns[0] = base - at(&w->to_first, 0);
		s->clocks->hosts[i].ahead_ns[1] =
			base - at(&w->to_first, s->end_ns);
	}
}

/* Until then a record's time is by its own file's begin. */
static void
begin_files(struct set *s)
{
	for (uint32_t i = 0; i < s->f->n; i++)
		s->host[i] = host_of(s, i);
	for (uint32_t i = 0; i < s->f->n; i++)
		s->f->file[i].zero_ns = begin_of(s, i);
}

int
ocr_trace_clocks_set(struct trace_files *f)
{
	struct set s = {.f = f, .clocks = &f->clocks};
	int err = 0;

	s.clocks->hosts = calloc(f->n, sizeof(*s.clocks->hosts));
	s.host = calloc(f->n, sizeof(*s.host));
	s.ways = calloc(f->n, sizeof(*s.ways));
	if (!s.clocks->hosts || !s.host || !s.ways) {
		err = -1;
		goto out;
	}
	begin_files(&s);
	s.links = calloc((size_t)s.n * s.n, sizeof(*s.links));
	if (!s.links || (s.n > 1 && find_points(&s))) {
		err = -1;
		goto out;
	}
	fit_links(&s);
	set_ways(&s);
	check_points(&s);
	set_files(&s);
	s.clocks->n = s.n;
out:
	free(s.host);
	free(s.ways);
	free(s.links);
	free(s.points);
	return err;
}

void
ocr_trace_clocks_free(struct trace_clocks *c)
{
	free(c->hosts);
	*c = (struct trace_clocks){.n = 0};
}
