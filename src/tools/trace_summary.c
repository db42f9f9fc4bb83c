/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_summary.c - the summary of a trace: functions, threads, traffic. */
#include "src/tools/trace_tell.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

/* -- Functions ------------------------------------------------------------ */

enum span { WAITS, FETCHES, QUEUED, RUNS, SPANS };

/* In nanoseconds, of a task that has run and returned. */
static int64_t
span_of(const struct trace_task *t, enum span span)
{
	struct trace_spans s = {0, 0, 0, 0};

	ocr_trace_spans(t, &s);
	switch (span) {
	case WAITS:
		return s.inputs_ns;
	case FETCHES:
		return s.blocks_ns;
	case QUEUED:
		return s.worker_ns;
	default:
		return s.runs_ns;
	}
}

static bool
is_whole(const struct trace_task *t)
{
	return t->func != TRACE_NONE && t->run_ns != TRACE_NEVER &&
	       t->returned_ns != TRACE_NEVER;
}

static int
by_value(const void *a, const void *b)
{
	const int64_t *v = a, *w = b;

	return (*v > *w) - (*v < *w);
}

struct sums {
	uint32_t func, n;
	uint32_t *tasks; /* numbers of tasks of that function */
	int64_t total_ns;
};

char *
ocr_trace_time_text(double ns, char *buf)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	unsigned u = 0;

	while (u < 3 && (ns >= 999.5 || ns <= -999.5)) {
		ns /= 1000;
		u++;
	}
	snprintf(buf, TRACE_TIME_TEXT,
		 ns < 9.995   ? "%.2f %s"
		 : ns < 99.95 ? "%.1f %s"
			      : "%.0f %s",
		 ns, units[u]);
	return buf;
}

/* The mean and what 99 of 100 do not exceed. */
static void
tell_span(const struct trace_graph *g, const struct sums *s, enum span span,
	  int64_t *values, FILE *out)
{
	char mean[TRACE_TIME_TEXT], most[TRACE_TIME_TEXT];
	double total = 0;

	for (uint32_t i = 0; i < s->n; i++) {
		values[i] = span_of(ocr_trace_task(g, s->tasks[i]), span);
		total += (double)values[i];
	}
	qsort(values, s->n, sizeof(*values), by_value);
	fprintf(out, " %9s %9s", ocr_trace_time_text(total / s->n, mean),
		ocr_trace_time_text(
			(double)values[(uint64_t)(s->n - 1) * 99 / 100], most));
}

static int
by_total(const void *a, const void *b)
{
	const struct sums *s = a, *t = b;

	return (s->total_ns < t->total_ns) - (s->total_ns > t->total_ns);
}

/* Tasks of each function: `places` has room for all of them. */
static void
collect(const struct trace_graph *g, struct sums *sums, uint32_t *places)
{
	for (uint32_t i = 0; i < ocr_trace_n_tasks(g); i++)
		if (is_whole(ocr_trace_task(g, i)))
			sums[ocr_trace_task(g, i)->func].n++;
	for (uint32_t f = 0; f < ocr_trace_n_funcs(g); f++) {
		sums[f].func = f;
		sums[f].tasks = places;
		places += sums[f].n;
		sums[f].n = 0;
	}
	for (uint32_t i = 0; i < ocr_trace_n_tasks(g); i++) {
		const struct trace_task *t = ocr_trace_task(g, i);

		if (!is_whole(t))
			continue;
		sums[t->func].tasks[sums[t->func].n++] = i;
		sums[t->func].total_ns += span_of(t, RUNS);
	}
}

static int
tell_functions(const struct trace_graph *g, FILE *out)
{
	uint32_t n = ocr_trace_n_funcs(g), n_tasks = ocr_trace_n_tasks(g);
	struct sums *sums = calloc(n + 1, sizeof(*sums));
	uint32_t *places = malloc((n_tasks + 1) * sizeof(*places));
	int64_t *values = malloc((n_tasks + 1) * sizeof(*values));

	if (sums && places && values) {
		collect(g, sums, places);
		qsort(sums, n, sizeof(*sums), by_total);
		fprintf(out,
			"%-24s %9s %9s | %19s %19s %19s %19s\n"
			"%-24s %9s %9s | %9s %9s %9s %9s %9s %9s %9s %9s\n",
			"tasks", "", "", "wait for inputs", "fetch blocks",
			"wait for a worker", "run", "function", "number",
			"run, all", "mean", "99%", "mean", "99%", "mean", "99%",
			"mean", "99%");
		for (uint32_t i = 0; i < n && sums[i].n; i++) {
			char all[TRACE_TIME_TEXT];

			fprintf(out, "%-24.24s %9u %9s |",
				ocr_trace_func(g, sums[i].func), sums[i].n,
				ocr_trace_time_text((double)sums[i].total_ns,
						    all));
			for (enum span s = WAITS; s < SPANS; s++)
				tell_span(g, &sums[i], s, values, out);
			fputc('\n', out);
		}
	}
	free(values);
	free(places);
	free(sums);
	return sums && places && values ? 0 : -1;
}

/* -- Threads -------------------------------------------------------------- */

static void
tell_unfinished(const struct trace_graph *g, FILE *out)
{
	uint32_t never = 0, cut = 0;

	for (uint32_t i = 0; i < ocr_trace_n_tasks(g); i++) {
		const struct trace_task *t = ocr_trace_task(g, i);

		never += t->run_ns == TRACE_NEVER &&
			 t->created_ns != TRACE_NEVER;
		cut += t->run_ns != TRACE_NEVER &&
		       t->returned_ns == TRACE_NEVER;
	}
	if (never)
		fprintf(out, "%u tasks were created and did not run.\n", never);
	if (cut)
		fprintf(out,
			"%u tasks had not returned when the trace ended.\n",
			cut);
}

static void
tell_threads(const struct trace_graph *g, FILE *out)
{
	double end = (double)ocr_trace_end_ns(g);

	fprintf(out, "\n%-12s %9s %9s %7s %7s %7s %7s\n", "worker", "tasks",
		"steals", "runs", "runtime", "idle", "asleep");
	for (unsigned i = 0; i < ocr_trace_n_lanes(g) && end > 0; i++) {
		const struct trace_lane *l = ocr_trace_lane(g, i);
		double busy = 100 * (double)l->busy_ns / end;
		double rest = 100 * (double)l->rest_ns / end;

		if (!l->is_worker)
			continue;
		fprintf(out,
			"%5u:%-6u %9" PRIu64 " %9" PRIu64
			" %6.1f%% %6.1f%% %6.1f%% %6.1f%%\n",
			l->node, l->lane, l->tasks, l->steals, busy,
			100 * (double)(l->last_ns - l->first_ns) / end - busy -
				rest,
			rest, 100 * (double)l->sleep_ns / end);
	}
}

/* -- Traffic -------------------------------------------------------------- */

#define MAX_MATRIX 16

static struct trace_sum
sum_of(const struct trace_graph *g, unsigned from, unsigned to, bool reads)
{
	struct trace_pair p = ocr_trace_pair(g, from, to);

	return reads ? p.reads : p.ops;
}

static void
tell_matrix(const struct trace_graph *g, bool reads, const char *what,
	    FILE *out)
{
	unsigned n = ocr_trace_n_nodes(g);
	struct trace_sum all = {0, 0};

	for (unsigned i = 0; i < n * n; i++) {
		struct trace_sum s = sum_of(g, i / n, i % n, reads);

		all.n += s.n;
		all.bytes += s.bytes;
	}
	fprintf(out, "\n%" PRIu64 " %s of %" PRIu64 " bytes between nodes",
		all.n, what, all.bytes);
	if (!all.n || n > MAX_MATRIX) {
		fprintf(out, ".\n");
		return;
	}
	fprintf(out, ", number/bytes:\n%8s", "from, to");
	for (unsigned to = 0; to < n; to++)
		fprintf(out, " %17u", to);
	fputc('\n', out);
	for (unsigned from = 0; from < n; from++) {
		fprintf(out, "%8u", from);
		for (unsigned to = 0; to < n; to++) {
			struct trace_sum s = sum_of(g, from, to, reads);

			fprintf(out, " %7" PRIu64 "/%-9" PRIu64, s.n, s.bytes);
		}
		fputc('\n', out);
	}
}

static void
tell_waits(const struct trace_graph *g, FILE *out)
{
	char text[TRACE_TIME_TEXT];
	int64_t ns = 0;

	for (uint32_t i = 0; i < ocr_trace_n_tasks(g); i++)
		if (ocr_trace_task(g, i)->waited_ns > 0)
			ns += ocr_trace_task(g, i)->waited_ns;
	fprintf(out, "\n%" PRIu64 " waits for confirmations, in all %s.\n",
		ocr_trace_waits(g), ocr_trace_time_text((double)ns, text));
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void
tell_blocks(const struct trace_graph *g, FILE *out)
{
	const struct trace_blocks *b = ocr_trace_blocks(g);
	struct trace_sum here = b->all;

	for (unsigned i = 0; i < OCR_TRACE_WAYS; i++) {
		/* Of a node that was killed some may not have arrived. */
		here.n -= least(here.n, b->by_way[i].n);
		here.bytes -= least(here.bytes, b->by_way[i].bytes);
	}
	fprintf(out,
		"\n%" PRIu64 " blocks of %" PRIu64 " bytes were acquired:\n",
		b->all.n, b->all.bytes);
	fprintf(out, "%9" PRIu64 " %14" PRIu64 "  at home\n", here.n,
		here.bytes);
	for (unsigned i = 0; i < OCR_TRACE_WAYS; i++)
		if (b->by_way[i].n)
			fprintf(out, "%9" PRIu64 " %14" PRIu64 "  %s\n",
				b->by_way[i].n, b->by_way[i].bytes,
				ocr_trace_way_text(i));
}

/* -- Clocks --------------------------------------------------------------- */

#define MAX_HOSTS 16

static void
tell_host(const struct trace_clocks *c, uint32_t i, FILE *out)
{
	const struct trace_host *h = &c->hosts[i];
	char text[TRACE_TIME_TEXT];

	fprintf(out,
		"  %s: ahead by %.9f s when the run began, %.9f s when it "
		"ended, ",
		h->name, (double)h->ahead_ns[0] / 1e9,
		(double)h->ahead_ns[1] / 1e9);
	if (h->parent == i)
		fprintf(out, "if its calendar is right\n");
	else
		fprintf(out, "to within %s\n",
			ocr_trace_time_text((double)h->error_ns, text));
}

void
ocr_trace_tell_clocks(const struct trace_clocks *c, FILE *out)
{
	char text[TRACE_TIME_TEXT];

	if (c->n < 2)
		return;
	fprintf(out,
		"%u hosts, whose clocks are compared by %" PRIu64
		" messages, with that of %s:\n",
		c->n, c->messages, c->hosts[0].name);
	for (uint32_t i = 1; i < c->n && i < MAX_HOSTS; i++)
		tell_host(c, i, out);
	if (c->n > MAX_HOSTS)
		fprintf(out, "  and %u more\n", c->n - MAX_HOSTS);
	if (c->early)
		fprintf(out,
			"%" PRIu64 " of the messages seem to come before they "
			"leave, by up to %s.\n",
			c->early,
			ocr_trace_time_text((double)c->early_ns, text));
}

int
ocr_trace_tell_summary(const struct trace_graph *g, FILE *out)
{
	char text[TRACE_TIME_TEXT];
	int err;

	fprintf(out, "%u tasks in %s on %u node%s\n\n", ocr_trace_n_tasks(g),
		ocr_trace_time_text((double)ocr_trace_end_ns(g), text),
		ocr_trace_n_nodes(g), ocr_trace_n_nodes(g) == 1 ? "" : "s");
	err = tell_functions(g, out);
	tell_unfinished(g, out);
	tell_threads(g, out);
	tell_matrix(g, false, "messages", out);
	if (ocr_trace_n_nodes(g) > 1)
		tell_matrix(g, true, "transfers", out);
	tell_waits(g, out);
	tell_blocks(g, out);
	return err;
}
