/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_path.c - the critical path of a trace.
 *
 * From the task that ended the job, or returned last, back to what it waited
 * for last, and so on to the first task.  What lies between two steps is
 * divided: the part of a body up to what it asked for, and from there until the
 * next one was fed, had its blocks, and had a worker.
 */
#include "src/tools/trace_tell.h"

#include <stdbool.h>
#include <stdlib.h>

enum part { BODY, WAY, BLOCKS, WORKER, PARTS };

static const char *const parts[PARTS] = {
	"running", "on the way", "fetching blocks", "waiting for a worker"};

struct share {
	uint32_t from, func; /* from TRACE_NONE: a body; else a link */
	uint64_t n;
	int64_t ns;
};

struct path {
	const struct trace_graph *g;
	struct share *shares;
	size_t n, cap;
	int64_t ns[PARTS];
	uint32_t steps;
	uint32_t *tasks; /* of each step, or NULL */
	bool failed;
};

static void
add(struct path *p, uint32_t from, uint32_t func, int64_t ns)
{
	size_t i = 0;

	while (i < p->n &&
	       (p->shares[i].from != from || p->shares[i].func != func))
		i++;
	if (i == p->n && p->n == p->cap) {
		size_t cap = p->cap ? 2 * p->cap : 16;
		struct share *more = realloc(p->shares, cap * sizeof(*more));

		if (!more) {
			p->failed = true;
			return;
		}
		p->shares = more;
		p->cap = cap;
	}
	if (i == p->n)
		p->shares[p->n++] = (struct share){from, func, 0, 0};
	p->shares[i].n++;
	p->shares[i].ns += ns;
}

static struct trace_cause
last_return(const struct trace_graph *g)
{
	struct trace_cause last = {TRACE_NONE, TRACE_NEVER};

	for (uint32_t i = 0; i < ocr_trace_n_tasks(g); i++)
		if (ocr_trace_task(g, i)->returned_ns > last.when_ns)
			last = (struct trace_cause){
				i, ocr_trace_task(g, i)->returned_ns};
	return last;
}

static int64_t
later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* What lies between `when`, at which a task of function `from` asked for it,
 * and the begin of t. */
static void
add_link(struct path *p, const struct trace_task *t, uint32_t from,
	 int64_t when)
{
	int64_t fed = later(when, later(t->created_ns, t->fed_ns));
	int64_t ready = later(fed, ocr_trace_ready_ns(t));

	fed = fed < t->run_ns ? fed : t->run_ns;
	ready = ready < t->run_ns ? ready : t->run_ns;
	p->ns[WAY] += fed - when;
	p->ns[BLOCKS] += ready - fed;
	p->ns[WORKER] += t->run_ns - ready;
	add(p, from, t->func, t->run_ns - when);
}

/* What was asked for by c->by came after its body: a finish task waited for the
 * last one inside, which counts in its place; any other for an answer. */
static void
turn_inside(const struct trace_graph *g, struct trace_cause *c)
{
	const struct trace_task *by = ocr_trace_task(g, c->by);
	uint32_t last;

	if (by->returned_ns == TRACE_NEVER || by->returned_ns >= c->when_ns)
		return;
	last = by->is_finish ? ocr_trace_last_inside(g, c->by, c->when_ns)
			     : TRACE_NONE;
	c->when_ns = by->returned_ns;
	if (last != TRACE_NONE &&
	    ocr_trace_task(g, last)->returned_ns > c->when_ns)
		*c = (struct trace_cause){last,
					  ocr_trace_task(g, last)->returned_ns};
}

/* Goes back from the last task; `until` is what counts of its body. */
static void
walk(struct path *p, uint32_t task, int64_t until)
{
	/* Some way back each time; times that are equal may lie. */
	while (!p->failed && p->steps < ocr_trace_n_tasks(p->g)) {
		const struct trace_task *t = ocr_trace_task(p->g, task), *by;
		struct trace_cause c = ocr_trace_cause(p->g, task);

		if (p->tasks)
			p->tasks[p->steps] = task;
		p->steps++;
		p->ns[BODY] += until - t->run_ns;
		add(p, TRACE_NONE, t->func, until - t->run_ns);
		if (c.by == TRACE_NONE || c.by == task)
			return;
		turn_inside(p->g, &c);
		by = ocr_trace_task(p->g, c.by);
		/* Damaged, or the clocks of two hosts differ. */
		if (by->run_ns == TRACE_NEVER || c.when_ns < by->run_ns ||
		    c.when_ns > t->run_ns)
			return;
		add_link(p, t, by->func, c.when_ns);
		until = c.when_ns;
		task = c.by;
	}
}

static int
by_time(const void *a, const void *b)
{
	const struct share *s = a, *t = b;

	return (s->ns < t->ns) - (s->ns > t->ns);
}

#define MAX_SHARES 12

static const char *
name_of(const struct trace_graph *g, uint32_t func)
{
	return func == TRACE_NONE ? "?" : ocr_trace_func(g, func);
}

static void
tell(struct path *p, FILE *out)
{
	double all = 0;
	char text[TRACE_TIME_TEXT];

	for (enum part i = BODY; i < PARTS; i++)
		all += (double)p->ns[i];
	fprintf(out, "\nCritical path: %s, %u tasks\n",
		ocr_trace_time_text(all, text), p->steps);
	for (enum part i = BODY; i < PARTS && all > 0; i++)
		fprintf(out, "%6.1f%% %9s  %s\n", 100 * (double)p->ns[i] / all,
			ocr_trace_time_text((double)p->ns[i], text), parts[i]);
	fprintf(out, "of which\n");
	qsort(p->shares, p->n, sizeof(*p->shares), by_time);
	for (size_t i = 0; i < p->n && i < MAX_SHARES && all > 0; i++) {
		const struct share *s = &p->shares[i];

		fprintf(out, "%6.1f%% %9s  ", 100 * (double)s->ns / all,
			ocr_trace_time_text((double)s->ns, text));
		if (s->from == TRACE_NONE)
			fprintf(out, "in %s", name_of(p->g, s->func));
		else
			fprintf(out, "from %s to %s", name_of(p->g, s->from),
				name_of(p->g, s->func));
		fprintf(out, ", %llu times\n", (unsigned long long)s->n);
	}
}

static void
find(struct path *p)
{
	struct trace_cause end = ocr_trace_stop(p->g);

	if (end.by == TRACE_NONE)
		end = last_return(p->g);
	if (end.by != TRACE_NONE &&
	    ocr_trace_task(p->g, end.by)->run_ns != TRACE_NEVER)
		walk(p, end.by, end.when_ns);
}

uint32_t *
ocr_trace_path(const struct trace_graph *g, uint32_t *n)
{
	struct path p = {.g = g};

	p.tasks = malloc((ocr_trace_n_tasks(g) + 1) * sizeof(*p.tasks));
	if (p.tasks)
		find(&p);
	free(p.shares);
	*n = p.steps;
	return p.tasks;
}

int
ocr_trace_tell_path(const struct trace_graph *g, FILE *out)
{
	struct path p = {.g = g};

	find(&p);
	if (p.n)
		tell(&p, out);
	free(p.shares);
	return p.failed ? -1 : 0;
}
