/* SPDX-License-Identifier: BSD-3-Clause */
/* work.h - what a task does: so many iterations of a loop that needs nothing
 * but registers and one cache line or two, and an output that says whose it is.
 *
 * The same for every runtime; C and C++.
 */
#ifndef APPS_METG_WORK_H
#define APPS_METG_WORK_H

#include "apps/bench/bench.h"

#include <stdio.h>

/* At least one. */
struct metg_mark {
	uint64_t step, x;
};

/* Four chains of multiplications and additions, each waits for itself. */
static inline void
metg_work(uint64_t iterations)
{
	double a = 1.1, b = 1.2, c = 1.3, d = 1.4;

	for (uint64_t i = 0; i < iterations; i++) {
		a = a * 0.5 + 0.55;
		b = b * 0.5 + 0.6;
		c = c * 0.5 + 0.65;
		d = d * 0.5 + 0.7;
		__asm__ volatile("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d));
	}
}

/* Nanoseconds of an iteration, while nobody else takes the core: the fastest
 * of many. */
static inline double
metg_calibrate(void)
{
	const uint64_t n = 20000;
	double best = 1e30;

	for (int i = 0; i < 200; i++) {
		uint64_t start_ns = bench_now_ns();
		double t;

		metg_work(n);
		t = (double)(bench_now_ns() - start_ns) / (double)n;
		if (t < best)
			best = t;
	}
	return best;
}

/* Fills an output of whole marks. */
static inline void
metg_write(void *output, size_t bytes, uint64_t step, uint64_t x)
{
	struct metg_mark *mark = (struct metg_mark *)output;

	for (size_t i = 0; i < bytes / sizeof(*mark); i++) {
		mark[i].step = step;
		mark[i].x = x;
	}
}

/* Looks at both ends of an input: is it that of `x` in `step`? */
static inline bool
metg_check(const void *input, size_t bytes, uint64_t step, uint64_t x)
{
	const struct metg_mark *mark = (const struct metg_mark *)input;
	size_t last = bytes / sizeof(*mark) - 1;

	return mark[0].step == step && mark[0].x == x &&
	       mark[last].step == step && mark[last].x == x;
}

#endif
