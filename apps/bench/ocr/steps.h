/* SPDX-License-Identifier: BSD-3-Clause */
/* steps.h - how long a step of an iteration takes: of tasks of one tile, one
 * after the other, the first of each sample looks at the clock.
 */
#ifndef APPS_BENCH_OCR_STEPS_H
#define APPS_BENCH_OCR_STEPS_H

#include "apps/bench/ocr/bench.h"

#define STEPS_WARM_UP 4 /* samples */

static struct {
	double sample[BENCH_MAX_SAMPLES];
	u64 start_ns;
} steps;

/* At the begin of each step, counted from 0; a sample has so many, and there
 * are `samples`, with those to warm up.  False: that was the last step, its
 * time is printed, and the job ends. */
static inline bool
steps_go_on(u64 step, u64 of_sample, u64 samples)
{
	u64 now_ns, index;

	if (step % of_sample)
		return true;
	now_ns = bench_now_ns();
	index = step / of_sample;
	if (index)
		steps.sample[index - 1] = (double)(now_ns - steps.start_ns) /
					  (double)of_sample / 1e3;
	steps.start_ns = now_ns;
	if (index < samples)
		return true;
	PRINTF(BENCH_LINE,
	       bench_median(steps.sample + STEPS_WARM_UP,
			    index - STEPS_WARM_UP),
	       "us");
	ocrShutdown();
	return false;
}

#endif
