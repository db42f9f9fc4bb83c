/* SPDX-License-Identifier: BSD-3-Clause */
/* top_show.c - see top_show.h. */
#include "src/tools/top_show.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 1024
#define TEXT_BYTES 16

/* Where lines go. */
struct page {
	FILE *out;
	struct top_size size;
	const char *end;
	unsigned n; /* lines so far */
};

static __attribute__((format(printf, 2, 3))) void
put(struct page *p, const char *fmt, ...)
{
	char line[LINE_BYTES];
	va_list ap;

	if (p->size.rows && p->n >= p->size.rows)
		return;
	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	if (p->size.columns && strlen(line) > p->size.columns)
		line[p->size.columns] = 0;
	fprintf(p->out, "%s%s", line, p->end);
	p->n++;
}

/* "512", "3.4k", "12.0M": with a letter for each factor. */
static const char *
short_text(double x, double factor, char *buf)
{
	static const char letters[] = " kMGTPE";
	unsigned i = 0;

	for (; x >= factor && letters[i + 1]; i++)
		x /= factor;
	if (i)
		snprintf(buf, TEXT_BYTES, "%.1f%c", x, letters[i]);
	else
		snprintf(buf, TEXT_BYTES, "%.0f", x);
	return buf;
}

/* -- What has happened since ------------------------------------------------
 */

struct rates {
	double seconds; /* 0: nothing is known */
	double tasks, sent, received, fetched, busy;
};

static uint64_t
count_tasks(const struct top_node *n)
{
	uint64_t tasks = 0;

	for (unsigned i = 0; i < n->n_functions; i++)
		tasks += n->functions[i].tasks;
	return tasks;
}

static double
per_s(uint64_t before, uint64_t now, double seconds)
{
	return now > before ? (double)(now - before) / seconds : 0;
}

static const struct top_node *
node_at(const struct top_sight *s, unsigned i)
{
	return s && i < s->n && s->nodes[i].has_numbers ? &s->nodes[i] : NULL;
}

static struct rates
rates_of(const struct top_sight *before, const struct top_node *now)
{
	const struct top_node *b = node_at(before, now->self);
	struct rates r = {.busy = (double)now->busy};
	double s;

	if (!b || b->pid != now->pid || now->time_ns <= b->time_ns)
		return r;
	s = r.seconds = (double)(now->time_ns - b->time_ns) / 1e9;
	r.tasks = per_s(count_tasks(b), count_tasks(now), s);
	r.sent = per_s(b->sent_bytes, now->sent_bytes, s);
	r.received = per_s(b->received_bytes, now->received_bytes, s);
	r.fetched = per_s(b->fetched_bytes, now->fetched_bytes, s);
	if (now->looks > b->looks)
		r.busy = (double)(now->busy_looks - b->busy_looks) /
			 (double)(now->looks - b->looks);
	return r;
}

/* -- Nodes ------------------------------------------------------------------
 */

/* What stands in a row. */
struct row {
	uint64_t workers, ready, waiting, used, limit;
	struct rates r;
};

static void
add_row(struct row *sum, const struct row *x)
{
	sum->workers += x->workers;
	sum->ready += x->ready;
	sum->waiting += x->waiting;
	sum->used += x->used;
	sum->limit += x->limit;
	sum->r.busy += x->r.busy;
	sum->r.tasks += x->r.tasks;
	sum->r.sent += x->r.sent;
	sum->r.received += x->r.received;
	sum->r.fetched += x->r.fetched;
}

static struct row
row_of(const struct top_sight *before, const struct top_node *n)
{
	return (struct row){
		.workers = n->workers,
		.ready = n->ready,
		.waiting = n->waiting,
		.used = n->used_bytes,
		.limit = n->limit_bytes,
		.r = rates_of(before, n),
	};
}

static void
put_row(struct page *p, const char *name, const struct row *x, const char *host)
{
	char t[7][TEXT_BYTES];

	put(p, "%-5s %7" PRIu64 " %7.1f %8s %8s %9s %8s %8s %8s %8s %8s  %s",
	    name, x->workers, x->r.busy,
	    short_text((double)x->ready, 1000, t[0]),
	    short_text((double)x->waiting, 1000, t[1]),
	    short_text(x->r.tasks, 1000, t[2]),
	    short_text((double)x->used, 1024, t[3]),
	    short_text((double)x->limit, 1024, t[4]),
	    short_text(x->r.sent, 1024, t[5]),
	    short_text(x->r.received, 1024, t[6]),
	    short_text(x->r.fetched, 1024, (char[TEXT_BYTES]){0}), host);
}

/* At most half of the rows; those that are left out are in the sum. */
static unsigned
rows_for_nodes(const struct page *p, unsigned n)
{
	unsigned most = p->size.rows / 2 > 4 ? p->size.rows / 2 : 4;

	return p->size.rows && n > most ? most : n;
}

static void
put_nodes(struct page *p, const struct top_sight *before,
	  const struct top_sight *now)
{
	unsigned shown = 0, most = rows_for_nodes(p, now->n), n = 0;
	struct row sum = {.workers = 0}, x;
	char name[TEXT_BYTES];

	put(p, "%-5s %7s %7s %8s %8s %9s %8s %8s %8s %8s %8s  %s", "node",
	    "workers", "busy", "ready", "waiting", "tasks/s", "memory", "of",
	    "sent/s", "recv/s", "fetch/s", "host");
	for (unsigned i = 0; i < now->n; i++) {
		if (!node_at(now, i))
			continue;
		x = row_of(before, &now->nodes[i]);
		add_row(&sum, &x);
		n++;
		snprintf(name, sizeof(name), "%u", i);
		if (shown++ < most)
			put_row(p, name, &x, now->nodes[i].host);
	}
	if (n > 1)
		put_row(p, "all", &sum, "");
}

static void
put_missing(struct page *p, const struct top_sight *now, const char *why)
{
	char text[LINE_BYTES / 2] = "";
	unsigned n = 0, first = 0;
	size_t at = 0;

	for (unsigned i = 0; i <= now->n; i++) {
		if (i < now->n && !node_at(now, i)) {
			first = n++ && i && !node_at(now, i - 1) ? first : i;
			continue;
		}
		if (!i || node_at(now, i - 1) || at + 32 > sizeof(text))
			continue;
		at += (size_t)snprintf(text + at, sizeof(text) - at,
				       first + 1 == i ? "%s%u" : "%s%u-%u",
				       at ? ", " : "", first, i - 1);
	}
	if (n)
		put(p, "no numbers of node%s %s: %s", n > 1 ? "s" : "", text,
		    why);
}

/* -- Functions --------------------------------------------------------------
 */

struct line {
	const char *name;
	double tasks, runs; /* per second; workers */
};

struct lines {
	struct line *at;
	unsigned n;
};

static struct line *
line_of(struct lines *l, const char *name)
{
	struct line *more;

	for (unsigned i = 0; i < l->n; i++)
		if (!strcmp(l->at[i].name, name))
			return &l->at[i];
	more = realloc(l->at, (l->n + 1) * sizeof(*more));
	if (!more)
		return NULL;
	l->at = more;
	l->at[l->n] = (struct line){.name = name};
	return &l->at[l->n++];
}

static void
add_functions(struct lines *l, const struct top_sight *before,
	      const struct top_node *n)
{
	const struct top_node *b = node_at(before, n->self);
	struct rates r = rates_of(before, n);

	for (unsigned i = 0; b && r.seconds > 0 && i < n->n_functions; i++) {
		const struct top_function *f = &n->functions[i];
		const struct top_function *g = top_node_function(b, f->name);
		struct line *x = line_of(l, f->name);

		if (!x)
			return;
		x->tasks += per_s(g ? g->tasks : 0, f->tasks, r.seconds);
		if (n->looks > b->looks)
			x->runs += (double)(f->looks - (g ? g->looks : 0)) /
				   (double)(n->looks - b->looks);
	}
}

static int
by_runs(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	if (x->runs < y->runs || x->runs > y->runs)
		return x->runs < y->runs ? 1 : -1;
	return x->tasks < y->tasks ? 1 : x->tasks > y->tasks ? -1 : 0;
}

static void
put_functions(struct page *p, const struct top_sight *before,
	      const struct top_sight *now)
{
	struct lines l = {.n = 0};
	char text[TEXT_BYTES];

	for (unsigned i = 0; i < now->n; i++)
		if (node_at(now, i))
			add_functions(&l, before, &now->nodes[i]);
	if (l.n)
		qsort(l.at, l.n, sizeof(*l.at), by_runs);
	put(p, "%9s %8s  %s", "tasks/s", "workers", "function");
	for (unsigned i = 0; i < l.n; i++)
		if (l.at[i].tasks > 0 || l.at[i].runs > 0)
			put(p, "%9s %8.1f  %s",
			    short_text(l.at[i].tasks, 1000, text), l.at[i].runs,
			    strcmp(l.at[i].name, "-") == 0 ? "(others)"
							   : l.at[i].name);
	free(l.at);
}

/* -- All --------------------------------------------------------------------
 */

static void
put_oldest(struct page *p, const struct top_sight *now)
{
	const struct top_node *old = NULL;
	const char *slot;

	for (unsigned i = 0; i < now->n; i++) {
		const struct top_node *n = node_at(now, i);

		if (n && *n->oldest && (!old || n->oldest_ms > old->oldest_ms))
			old = n;
	}
	if (!old) {
		put(p, "no task waits");
		return;
	}
	/* The task, and what it waits for in a line of its own. */
	slot = strstr(old->oldest, " waits in slot ");
	put(p, "waits longest, for %.1f s at least, on node %u: %.*s",
	    (double)old->oldest_ms / 1e3, old->self,
	    slot ? (int)(slot - old->oldest) : (int)sizeof(old->oldest),
	    old->oldest);
	if (slot)
		put(p, " %s", slot);
}

void
top_show(FILE *out, const struct top_sight *before, const struct top_sight *now,
	 const char *why, struct top_size size, const char *end)
{
	struct page p = {.out = out, .size = size, .end = end};
	const struct top_node *first = NULL;

	for (unsigned i = 0; i < now->n && !first; i++)
		first = node_at(now, i);
	if (!first)
		return;
	put(&p, "ocrtop: %s, job %016" PRIx64 ", %u node%s", first->program,
	    first->job, now->n, now->n == 1 ? "" : "s");
	put_missing(&p, now, why);
	put_oldest(&p, now);
	put(&p, "%s", "");
	put_nodes(&p, before, now);
	put(&p, "%s", "");
	put_functions(&p, before, now);
}
