/* SPDX-License-Identifier: BSD-3-Clause */
/* shared.h - the graph by tasks that share one memory: of each point there are
 * two outputs, of even steps and of odd ones.
 *
 * C and C++.
 */
#ifndef APPS_METG_SHARED_H
#define APPS_METG_SHARED_H

#include "apps/metg/search.h"

struct metg_shared {
	struct metg_args args;
	unsigned char *output[2][METG_MAX_WIDTH];
	bool wrong;
};

/* False after a line on standard error. */
static inline bool
metg_shared_open(struct metg_shared *m, int argc, char **argv, unsigned workers)
{
	struct bench_args words;

	if (bench_parse(&words, argc - 1, argv + 1) ||
	    !metg_parse(&m->args, &words, workers))
		return false;
	for (unsigned x = 0; x < m->args.graph.width; x++)
		for (int i = 0; i < 2; i++)
			m->output[i][x] =
				(unsigned char *)calloc(1, m->args.bytes);
	m->wrong = false;
	return true;
}

/* One task: looks at its inputs, works, writes its output. */
static inline void
metg_shared_task(struct metg_shared *m, unsigned step, unsigned x,
		 uint64_t iterations)
{
	unsigned in[METG_MAX_INPUTS];
	unsigned n = metg_inputs(&m->args.graph, step, x, in);

	for (unsigned i = 0; i < n; i++)
		if (!metg_check(m->output[(step + 1) % 2][in[i]], m->args.bytes,
				step - 1, in[i]))
			__atomic_store_n(&m->wrong, true, __ATOMIC_RELAXED);
	metg_work(iterations);
	metg_write(m->output[step % 2][x], m->args.bytes, step, x);
}

/* The result; what main() returns. */
static inline int
metg_shared_report(const struct metg_shared *m, double us)
{
	if (m->wrong) {
		fprintf(stderr, "metg: an input is wrong\n");
		return 1;
	}
	printf(BENCH_LINE, us, "us");
	return 0;
}

#endif
