/* SPDX-License-Identifier: BSD-3-Clause */
/* search.h - the smallest tasks with which half of the time is work: METG(50%).
 *
 * The caller runs the graph with as many iterations a task as it is told, and
 * says how long that took.  They are halved until an iteration takes more than
 * twice as long as it did in the longest tasks; between the last two the time
 * of a task is interpolated.  What else runs on the machine slows down the
 * longest tasks as well.
 *
 * C and C++.
 */
#ifndef APPS_METG_SEARCH_H
#define APPS_METG_SEARCH_H

#include "apps/metg/graph.h"
#include "apps/metg/work.h"

#define METG_REPEATS 5

struct metg_search {
	double iteration_ns; /* of the longest tasks; 0: not known yet */
	double tasks, workers;
	uint64_t iterations; /* of a task, this time */
	unsigned repeat;
	double best_ns;		  /* of the whole, with so many */
	double before_ns;	  /* of a task, with twice as many */
	double before_efficiency; /* 0: there was no time before */
	bool quick;
};

struct metg_args {
	struct metg_graph graph;
	size_t bytes; /* of an output */
	bool quick;
};

/* Reads PATTERN [BYTES] [--quick]: two points for each of `workers`.  False
 * after a line on standard error. */
static inline bool
metg_parse(struct metg_args *a, const struct bench_args *words,
	   unsigned workers)
{
	unsigned p = 0;

	while (p < METG_PATTERNS && strcmp(words->what, metg_pattern_names[p]))
		p++;
	a->bytes = words->size_bytes ? words->size_bytes
				     : sizeof(struct metg_mark);
	if (p == METG_PATTERNS || a->bytes % sizeof(struct metg_mark) ||
	    a->bytes > UINT64_C(1) << 26 || workers > METG_MAX_WIDTH / 2) {
		fprintf(stderr,
			"usage: PATTERN [BYTES] [--quick]\n"
			"PATTERN is trivial, stencil, spread, nearest, fft, "
			"tree or dom;\n"
			"BYTES of an output a multiple of 16, up to 64 MiB; "
			"at most %d workers\n",
			METG_MAX_WIDTH / 2);
		return false;
	}
	a->graph.pattern = (enum metg_pattern)p;
	a->graph.width = 2;
	while (a->graph.width < 2 * workers)
		a->graph.width *= 2;
	a->graph.steps = words->quick ? 8 : 100;
	a->quick = words->quick;
	return true;
}

static inline void
metg_begin(struct metg_search *s, const struct metg_args *a, unsigned workers)
{
	memset(s, 0, sizeof(*s));
	s->tasks = (double)a->graph.width * a->graph.steps;
	s->workers = workers;
	/* Some 200 us. */
	s->iterations = a->quick ? 64 : (uint64_t)(2e5 / metg_calibrate());
	s->quick = a->quick;
	s->best_ns = 1e30;
}

/* The graph took so long.  True: once more, with s->iterations; false after
 * the result was written to *us, the time of a task in microseconds. */
static inline bool
metg_next(struct metg_search *s, double elapsed_ns, double *us)
{
	double task_ns, efficiency, part;

	if (elapsed_ns < s->best_ns)
		s->best_ns = elapsed_ns;
	if (++s->repeat < (s->quick ? 1 : METG_REPEATS))
		return true;
	task_ns = s->best_ns * s->workers / s->tasks;
	if (!(s->iteration_ns > 0))
		s->iteration_ns = task_ns / (double)s->iterations;
	efficiency = (double)s->iterations * s->iteration_ns / task_ns;
	*us = task_ns / 1e3;
	if (efficiency < 0.5 || s->iterations <= 1) {
		if (s->before_efficiency > 0.5 && efficiency < 0.5) {
			part = (s->before_efficiency - 0.5) /
			       (s->before_efficiency - efficiency);
			*us = (s->before_ns * (1 - part) + task_ns * part) /
			      1e3;
		}
		return false;
	}
	s->before_ns = task_ns;
	s->before_efficiency = efficiency;
	s->iterations /= 2;
	s->repeat = 0;
	s->best_ns = 1e30;
	return true;
}

#endif
