/* SPDX-License-Identifier: BSD-3-Clause */
/* omp.c - the graph by OpenMP tasks that depend on each other's outputs. */
#include "apps/metg/shared.h"

#include <omp.h>

static struct metg_shared shared;

static double
run(uint64_t iterations)
{
	const struct metg_graph *graph = &shared.args.graph;
	uint64_t start_ns = bench_now_ns();

	for (unsigned step = 0; step < graph->steps; step++) {
		unsigned char **old = shared.output[(step + 1) % 2];
		unsigned char **new = shared.output[step % 2];

		(void)old;
		(void)new;
		for (unsigned x = 0; x < graph->width; x++) {
			unsigned in[METG_MAX_INPUTS];
			unsigned n = metg_inputs(graph, step, x, in);

			(void)n;
#pragma omp task firstprivate(step, x, iterations)                             \
	depend(iterator(unsigned i = 0                                         \
			: n),                                                  \
	       in                                                              \
	       : old[in[i]][0]) depend(out                                     \
				       : new[x][0])
			metg_shared_task(&shared, step, x, iterations);
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
	double us = 0;

	if (!metg_shared_open(&shared, argc, argv, workers))
		return 2;
	metg_begin(&search, &shared.args, workers);
#pragma omp parallel
#pragma omp single
	while (metg_next(&search, run(search.iterations), &us))
		;
	return metg_shared_report(&shared, us);
}
