/* SPDX-License-Identifier: BSD-3-Clause */
/* measure.h - what the references that run tasks measure: a table of rows, one
 * of which is chosen, sampled and reported.
 *
 * C and C++.
 */
#ifndef APPS_BENCH_REF_MEASURE_H
#define APPS_BENCH_REF_MEASURE_H

#include "apps/bench/bench.h"

#define MEASURE_WARM_UP 5

struct measure {
	const char *what;
	double (*run)(unsigned n);
	unsigned n, quick_n;
	unsigned samples;
	const char *unit;
};

/* A row behind its function: the same for each reference. */
#define MEASURE_TASK   10000, 20, 50, "tasks/s"
#define MEASURE_HOP    60, 20, 2000, "ns"
#define MEASURE_WHOLE  10000, 20, 50, "ns"
#define MEASURE_OUT    10000, 20, 50, "tasks/s"
#define MEASURE_TREE   13, 5, 30, "tasks/s"
#define MEASURE_NESTED 13, 5, 30, "tasks/s"
#define MEASURE_FLAT   5000, 50, 30, "tasks/s"
#define MEASURE_FIB    18, 8, 30, "tasks/s"
/* Of so many tasks those that begin before the call that makes them returns. */
#define MEASURE_INSIDE 10000, 20, 5, "percent"

/* The row that the arguments name.  NULL after a line on standard error. */
static inline const struct measure *
measure_choose(struct bench_args *args, const struct measure *rows, size_t n,
	       int argc, char **argv)
{
	if (bench_parse(args, argc - 1, argv + 1) == 0)
		for (size_t i = 0; i < n; i++)
			if (strcmp(args->what, rows[i].what) == 0)
				return &rows[i];
	fprintf(stderr, "usage: %s ", argv[0]);
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "%s%s", i ? "|" : "", rows[i].what);
	fprintf(stderr, " [--quick]\n");
	return NULL;
}

/* Runs it, and prints the one line. */
static inline void
measure_report(const struct measure *m, bool quick)
{
	static double sample[BENCH_MAX_SAMPLES];
	unsigned samples = quick ? 3 : m->samples;

	for (unsigned i = 0; i < MEASURE_WARM_UP + samples; i++)
		sample[i] = m->run(quick ? m->quick_n : m->n);
	printf(BENCH_LINE, bench_median(sample + MEASURE_WARM_UP, samples),
	       m->unit);
}

#endif
