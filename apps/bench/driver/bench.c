/* SPDX-License-Identifier: BSD-3-Clause */
/* bench.c - the driver of the benchmarks: runs both sides of each row in turn
 * and prints `name, ours, reference, ratio`.
 *
 * A machine changes while it is measured, so only what was measured together
 * is compared: each run gives one ratio, and the ratio of a row is the median
 * of those, not the quotient of the medians beside it.
 */
#include "apps/bench/bench.h"
#include "apps/bench/driver/cacheline.h"
#include "apps/bench/driver/plot.h"
#include "apps/bench/driver/rows.h"
#include "apps/common/cli.h"

#include <stdio.h>

#define MAX_RUNS     99
#define DEFAULT_RUNS 5
/* So often at most a run is taken again. */
#define MAX_AGAIN    4
/* Cores that are so many times as far apart as before have moved. */
#define HAVE_MOVED   1.5
#define CELL	     32

struct options {
	uint64_t runs;
	bool quick;
	bool json;
	bool list;
	bool any_chosen;
	const char *picture; /* NULL: none */
	bool chosen[MAX_ROWS];
};

/* What the runs of one side gave. */
struct series {
	const struct side *side; /* NULL: there is none */
	double value[MAX_RUNS];
	size_t n;
	bool measured; /* in the run under way */
	bool over;     /* it is missing or has failed: not tried again */
	struct result last;
};

struct comparison {
	const struct row *row;
	struct series reference;
	double ratio[MAX_RUNS];
	size_t n_ratios;
};

/* Rows that share the runs of our side. */
struct group {
	struct series ours;
	struct comparison with[MAX_ROWS];
	size_t n;
	double cacheline_ns; /* before the run under way */
	unsigned n_again;    /* runs whose cores moved */
};

/* Prints `text` as a JSON string. */
static void
print_string(const char *text)
{
	putchar('"');
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			printf("\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			printf("\\u%04x", c);
		else
			putchar(c);
	}
	putchar('"');
}

static void
print_number(bool known, double value)
{
	if (known)
		printf("%.6g", value);
	else
		printf("null");
}

static bool
is_measured(const struct series *s)
{
	return s->n > 0 && s->last.outcome == SIDE_MEASURED;
}

/* Why there is no number, or "". */
static const char *
reason(const struct series *s)
{
	if (!s->side)
		return "nothing to compare with";
	return s->last.outcome == SIDE_MEASURED ? "" : s->last.note;
}

static size_t
last_of(const struct comparison *c)
{
	return c->n_ratios > 0 ? c->n_ratios - 1 : 0;
}

/* The ratios have been sorted: their median was taken. */
static void
print_json(const struct group *g, const struct comparison *c, double ours,
	   double reference, double ratio, const struct options *o)
{
	static bool more;

	printf("%s\n{\"name\": \"%s\", \"ours\": ", more ? "," : "",
	       c->row->name);
	more = true;
	print_number(is_measured(&g->ours), ours);
	printf(", \"reference\": ");
	print_number(is_measured(&c->reference), reference);
	printf(", \"ratio\": ");
	print_number(c->n_ratios > 0, ratio);
	printf(", \"least\": ");
	print_number(c->n_ratios > 0, c->ratio[0]);
	printf(", \"most\": ");
	print_number(c->n_ratios > 0, c->ratio[last_of(c)]);
	printf(", \"unit\": ");
	print_string(is_measured(&g->ours) ? g->ours.last.unit
					   : c->reference.last.unit);
	printf(", \"better\": \"%s\", \"bytes\": %llu, \"against\": ",
	       c->row->more_is_better ? "more" : "less",
	       (unsigned long long)c->row->bytes);
	print_string(c->reference.side ? c->reference.side->label : "");
	printf(", \"runs\": %llu, \"again\": %u, \"quick\": %s"
	       ", \"cacheline_ns\": %.1f, \"provider\": ",
	       (unsigned long long)o->runs, g->n_again,
	       o->quick ? "true" : "false", g->cacheline_ns);
	print_string(bench_side_provider());
	printf(", \"ours_note\": ");
	print_string(reason(&g->ours));
	printf(", \"reference_note\": ");
	print_string(reason(&c->reference));
	printf("}");
}

/* `value` as a reader likes it: 5.12 M/s, or 145.58 us 7.20 GB/s. */
static void
format_value(char *text, const struct row *row, const struct series *s,
	     double value)
{
	if (!s->side)
		snprintf(text, CELL, "-");
	else if (!is_measured(s))
		snprintf(text, CELL, "%s",
			 s->last.outcome == SIDE_MISSING ? "absent" : "FAILED");
	else if (strcmp(s->last.unit, "tasks/s") == 0 ||
		 strcmp(s->last.unit, "ops/s") == 0)
		snprintf(text, CELL, "%.2f M/s", value / 1e6);
	else if (row->bytes >= 4096)
		snprintf(text, CELL, "%.2f %s %.2f GB/s", value, s->last.unit,
			 (double)row->bytes / value / 1e3);
	else
		snprintf(text, CELL, "%.2f %s", value, s->last.unit);
}

static void
print_row(const struct group *g, const struct comparison *c, double ours,
	  double reference, double ratio)
{
	char ours_text[CELL], reference_text[CELL], ratio_text[CELL] = "-";
	char spread_text[CELL] = "-";

	format_value(ours_text, c->row, &g->ours, ours);
	format_value(reference_text, c->row, &c->reference, reference);
	if (c->n_ratios > 0)
		snprintf(ratio_text, CELL, "%.3g", ratio);
	if (c->n_ratios > 1)
		snprintf(spread_text, CELL, "%.3g..%.3g", c->ratio[0],
			 c->ratio[last_of(c)]);
	printf("%-20s %24s %24s %8s %14s  %s\n", c->row->name, ours_text,
	       reference_text, ratio_text, spread_text,
	       c->reference.side ? c->reference.side->label : "");
	if (!is_measured(&g->ours))
		printf("    ours: %s\n", reason(&g->ours));
	if (c->reference.side && !is_measured(&c->reference))
		printf("    reference: %s\n", reason(&c->reference));
	fflush(stdout);
}

static void
print_group(struct group *g, const struct options *o)
{
	double ours = bench_median(g->ours.value, g->ours.n);

	for (size_t i = 0; i < g->n; i++) {
		struct comparison *c = &g->with[i];
		double reference =
			bench_median(c->reference.value, c->reference.n);
		double ratio = bench_median(c->ratio, c->n_ratios);

		if (o->json)
			print_json(g, c, ours, reference, ratio, o);
		else
			print_row(g, c, ours, reference, ratio);
	}
	if (!o->json && g->n_again)
		printf("    %u more runs do not count: meanwhile the cores "
		       "moved\n",
		       g->n_again);
}

/* The row's dots; false: one of them has no place. */
static bool
plot_series(struct plot *p, const char *row, struct series *s)
{
	struct plot_value v;

	if (!is_measured(s))
		return true;
	/* Sorts them. */
	v.median = bench_median(s->value, s->n);
	v.least = s->value[0];
	v.most = s->value[s->n - 1];
	return bench_plot_dot(p, row, s->side->label, v, s->last.unit);
}

static bool
plot_group(struct plot *p, struct group *g)
{
	const char *row = g->with[0].row->name;
	bool all = plot_series(p, row, &g->ours);

	for (size_t i = 0; i < g->n; i++)
		if (g->with[i].reference.side)
			all &= plot_series(p, row, &g->with[i].reference);
	return all;
}

static void
fail_unit(struct series *s)
{
	s->n--;
	s->measured = false;
	s->over = true;
	s->last.outcome = SIDE_FAILED;
	snprintf(s->last.note, sizeof(s->last.note),
		 "result in %s, not in the unit of the row", s->last.unit);
}

/* Rates are in something per second, and both sides in the same.  Ours fails if
 * they are not: that is what the test looks at. */
static void
check_units(struct group *g)
{
	for (size_t i = 0; i < g->n && g->ours.measured; i++) {
		const struct comparison *c = &g->with[i];
		bool is_rate = strstr(g->ours.last.unit, "/s");

		if (is_rate != c->row->more_is_better ||
		    (c->reference.measured &&
		     strcmp(g->ours.last.unit, c->reference.last.unit) != 0))
			fail_unit(&g->ours);
	}
}

/* One run of a side, unless it has shown that it cannot. */
static void
take(struct series *s, const struct options *o)
{
	s->measured = false;
	if (!s->side || s->over)
		return;
	bench_side_run(s->side, o->quick, &s->last);
	s->measured = s->last.outcome == SIDE_MEASURED;
	s->over = !s->measured;
	if (s->measured)
		s->value[s->n++] = s->last.value;
}

static void
compare(const struct series *ours, struct comparison *c)
{
	double mine, other;

	if (!ours->measured || !c->reference.measured)
		return;
	mine = ours->last.value;
	other = c->reference.last.value;
	c->ratio[c->n_ratios++] =
		c->row->more_is_better ? mine / other : other / mine;
}

/* Who goes first changes from run to run. */
static void
take_all(struct group *g, uint64_t run, const struct options *o)
{
	if (run % 2 == 0)
		take(&g->ours, o);
	for (size_t i = 0; i < g->n; i++)
		take(&g->with[i].reference, o);
	if (run % 2 == 1)
		take(&g->ours, o);
	check_units(g);
}

static void
forget(struct series *s)
{
	if (s->measured)
		s->n--;
	s->measured = false;
}

static void
forget_all(struct group *g)
{
	forget(&g->ours);
	for (size_t i = 0; i < g->n; i++)
		forget(&g->with[i].reference);
}

/* Are the cores as far apart as before?  Else one side perhaps had near ones
 * and the other had not, whichever of them that is. */
static bool
has_stayed(struct group *g)
{
	double before = g->cacheline_ns, after = bench_cacheline_ns();

	g->cacheline_ns = after;
	return after <= HAVE_MOVED * before && before <= HAVE_MOVED * after;
}

static void
run_group(struct group *g, const struct options *o)
{
	g->cacheline_ns = bench_cacheline_ns();
	for (uint64_t r = 0; r < o->runs; r++) {
		take_all(g, r, o);
		for (int n = 0; n < MAX_AGAIN && !o->quick && !has_stayed(g);
		     n++) {
			g->n_again++;
			forget_all(g);
			take_all(g, r, o);
		}
		for (size_t i = 0; i < g->n; i++)
			compare(&g->ours, &g->with[i]);
	}
}

/* Collects the chosen rows from `first` on that share our side. */
static void
make_group(struct group *g, size_t first, const struct options *o)
{
	const struct row *row;

	memset(g, 0, sizeof(*g));
	g->ours.side = bench_row(first)->ours;
	for (size_t i = first;
	     (row = bench_row(i)) && row->ours == g->ours.side; i++) {
		if (!o->chosen[i])
			continue;
		g->with[g->n].row = row;
		g->with[g->n].reference.side = row->reference;
		g->n++;
	}
}

/* True if a side failed that should have run. */
static bool
has_failed(const struct group *g)
{
	bool failed = !is_measured(&g->ours);

	for (size_t i = 0; i < g->n; i++)
		failed |= g->with[i].reference.side &&
			  g->with[i].reference.last.outcome == SIDE_FAILED;
	return failed;
}

/* False after a line on standard error. */
static bool
draw(struct plot *p, const struct options *o, bool all)
{
	const char *why;
	bool drawn = bench_plot_end(p, o->picture, &why);

	if (!all)
		fprintf(stderr,
			"%s: %s: some rows are not in it: they have another "
			"unit, or there are too many\n",
			program_invocation_short_name, o->picture);
	if (!drawn)
		fprintf(stderr, "%s: %s: cannot be written: %s\n",
			program_invocation_short_name, o->picture, why);
	return drawn;
}

static int
run_all(const struct options *o, struct plot *p)
{
	static struct group g;
	bool failed = false, all = true;

	if (o->json)
		printf("[");
	else
		printf("# median of %llu, both sides in each run; ratio > 1: "
		       "ours is better%s\n"
		       "# provider %s; a cache line there and back %.0f ns\n"
		       "%-20s %24s %24s %8s %14s  %s\n",
		       (unsigned long long)o->runs,
		       o->quick ? " (QUICK: the numbers mean nothing)" : "",
		       bench_side_provider(), bench_cacheline_ns(), "name",
		       "ours", "reference", "ratio", "least..most",
		       "reference is");
	for (size_t i = 0; bench_row(i); i++) {
		if (!o->chosen[i])
			continue;
		make_group(&g, i, o);
		run_group(&g, o);
		print_group(&g, o);
		if (p)
			all &= plot_group(p, &g);
		failed |= has_failed(&g);
		while (bench_row(i + 1) &&
		       bench_row(i + 1)->ours == g.ours.side)
			i++;
	}
	if (o->json)
		printf("\n]\n");
	else
		printf("# a cache line there and back %.0f ns\n",
		       bench_cacheline_ns());
	if (p)
		failed |= !draw(p, o, all);
	return failed ? 1 : 0;
}

static const char *
take_only(void *options, const char *value)
{
	struct options *o = options;

	for (size_t i = 0; bench_row(i); i++) {
		if (strcmp(value, bench_row(i)->name) == 0) {
			o->chosen[i] = true;
			o->any_chosen = true;
			return NULL;
		}
	}
	return "a row that --list names";
}

static const char *
take_plot(void *options, const char *value)
{
	struct options *o = options;

	o->picture = value;
	return NULL;
}

static const struct cli_option table[] = {
	CLI_VALUE("only", "NAME", "this row alone; may be given several times",
		  take_only),
	CLI_NUMBER("runs", "N", "runs of each side, whose median counts (5)",
		   struct options, runs, 1, MAX_RUNS),
	CLI_FLAG("quick",
		 "tiny runs, to see that all works: the numbers mean nothing, "
		 "and --runs is 1 unless given",
		 struct options, quick),
	CLI_FLAG("json", "one JSON array instead of the table", struct options,
		 json),
	CLI_VALUE("plot", "FILE",
		  "draw it too, as a PNG; rows of one unit only", take_plot),
	CLI_FLAG("list", "print the names of the rows and what they are",
		 struct options, list),
};

static void
init(void *options)
{
	memset(options, 0, sizeof(struct options));
}

static enum cli_outcome
parse_options(struct options *o, int argc, char **argv)
{
	const struct cli cli = {
		.program = program_invocation_short_name,
		.text = "Measures ocr-fabric beside what a user would use "
			"instead.  OCR_PROVIDER chooses the libfabric provider "
			"of both sides." CLI_END,
		.option = table,
		.options = sizeof(table) / sizeof(table[0]),
		.init = init,
	};

	return cli_parse(&cli, o, argc, argv, false);
}

int
main(int argc, char **argv)
{
	struct plot *plot = NULL;
	struct options o;
	const char *why;
	int err;

	switch (parse_options(&o, argc, argv)) {
	case CLI_TAKEN:
		break;
	case CLI_TOLD:
		return 0;
	case CLI_REFUSED:
		return 2;
	}
	if (o.runs == 0)
		o.runs = o.quick ? 1 : DEFAULT_RUNS;
	for (size_t i = 0; bench_row(i) && !o.any_chosen; i++)
		o.chosen[i] = true;
	if (o.list) {
		for (size_t i = 0; bench_row(i); i++)
			if (o.chosen[i])
				printf("%-20s %s\n", bench_row(i)->name,
				       bench_row(i)->title);
		return 0;
	}
	err = bench_side_init();
	if (err) {
		fprintf(stderr, "%s: where am I? %s\n",
			program_invocation_short_name, strerror(-err));
		return 1;
	}
	if (o.picture) {
		plot = bench_plot_new(&why);
		if (!plot) {
			fprintf(stderr, "%s: --plot: %s\n",
				program_invocation_short_name, why);
			return 1;
		}
	}
	bench_side_provider();
	return run_all(&o, plot);
}
