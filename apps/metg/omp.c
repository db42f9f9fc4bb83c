/* SPDX-License-Identifier: BSD-3-Clause */
/* omp.c - the graph by OpenMP tasks that depend on each other's outputs. */
#include "apps/metg/search.h"

#include <omp.h>

static struct metg_args args;
static unsigned char *output[2][METG_MAX_WIDTH];
static bool wrong;

static void
compute(unsigned step, unsigned x, uint64_t iterations)
{
	unsigned in[METG_MAX_INPUTS];
	unsigned n = metg_inputs(&args.graph, step, x, in);

	for (unsigned i = 0; i < n; i++)
		if (!metg_check(output[(step + 1) % 2][in[i]], args.bytes,
				step - 1, in[i]))
			wrong = true;
	metg_work(iterations);
	metg_write(output[step % 2][x], args.bytes, step, x);
}

static double
run(uint64_t iterations)
{
	uint64_t start_ns = bench_now_ns();

	for (unsigned step = 0; step < args.graph.steps; step++) {
		unsigned char **old = output[(step + 1) % 2];
		unsigned char **new = output[step % 2];

		(void)old;
		(void)new;
		for (unsigned x = 0; x < args.graph.width; x++) {
			unsigned in[METG_MAX_INPUTS];
			unsigned n = metg_inputs(&args.graph, step, x, in);

			(void)n;
#pragma omp task firstprivate(step, x, iterations)                             \
	depend(iterator(unsigned i = 0                                         \
			: n),                                                  \
	       in                                                              \
	       : old[in[i]][0]) depend(out                                     \
				       : new[x][0])
			compute(step, x, iterations);
		}
	}
#pragma omp taskwait
	return (double)(bench_now_ns() - start_ns);
}

int
main(int argc, char **argv)
{
	unsigned workers = (unsigned)omp_get_max_threads();
	struct metg_search search;
	struct bench_args words;
	double us = 0;

	if (bench_parse(&words, argc - 1, argv + 1) ||
	    !metg_parse(&args, &words, workers))
		return 2;
	for (unsigned x = 0; x < args.graph.width; x++)
		for (int i = 0; i < 2; i++)
			output[i][x] = calloc(1, args.bytes);
	metg_begin(&search, &args, workers);
#pragma omp parallel
#pragma omp single
	while (metg_next(&search, run(search.iterations), &us))
		;
	if (wrong) {
		fprintf(stderr, "metg: an input is wrong\n");
		return 1;
	}
	printf(BENCH_LINE, us, "us");
	return 0;
}
