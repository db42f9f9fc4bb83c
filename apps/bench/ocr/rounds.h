/* SPDX-License-Identifier: BSD-3-Clause */
/* rounds.h - one sample after the other: a finish task makes work, and the next
 * round waits for its scope.
 *
 *	round --> work (finish) --> round --> work ...
 *                 | | | | |
 *                 the tasks
 *
 * One process, and a round at a time: what all rounds need lies here, not in
 * their parameters.
 */
#ifndef APPS_BENCH_OCR_ROUNDS_H
#define APPS_BENCH_OCR_ROUNDS_H

#include "apps/bench/ocr/bench.h"

#define ROUNDS_WARM_UP 5

static struct {
	ocrGuid_t round_template, work_template;
	double sample[BENCH_MAX_SAMPLES];
	u64 rounds; /* with those to warm up */
	u64 index;
	u64 start_ns;
	double tasks; /* of a round */
} rounds;

static ocrGuid_t
rounds_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 now_ns = bench_now_ns();
	ocrGuid_t work, finished;

	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	if (rounds.index > 0)
		rounds.sample[rounds.index - 1] =
			rounds.tasks * 1e9 / (double)(now_ns - rounds.start_ns);
	if (rounds.index == rounds.rounds) {
		PRINTF(BENCH_LINE,
		       bench_median(rounds.sample + ROUNDS_WARM_UP,
				    rounds.rounds - ROUNDS_WARM_UP),
		       "tasks/s");
		ocrShutdown();
		return NULL_GUID;
	}
	rounds.index++;
	rounds.start_ns = bench_now_ns();
	/* The work waits on a slot until its output event has its waiter: the
	 * event is gone once it has fired. */
	if (ocrEdtCreate(&work, rounds.work_template, EDT_PARAM_DEF, NULL,
			 EDT_PARAM_DEF, NULL, EDT_PROP_FINISH, NULL_HINT,
			 &finished) ||
	    ocrEdtCreate(NULL, rounds.round_template, EDT_PARAM_DEF, NULL,
			 EDT_PARAM_DEF, &finished, EDT_PROP_NONE, NULL_HINT,
			 NULL) ||
	    ocrAddDependence(NULL_GUID, work, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("a round did not start");
	return NULL_GUID;
}

/* From mainEdt: `samples` rounds, in each of which `work`, a function with one
 * slot, makes `tasks` tasks.  Prints their rate and ends the job. */
static inline void
rounds_start(ocrEdt_t work, double tasks, u64 samples)
{
	ocrGuid_t first;

	rounds.tasks = tasks;
	rounds.rounds = ROUNDS_WARM_UP + samples;
	if (ocrEdtTemplateCreate(&rounds.work_template, work, 0, 1) ||
	    ocrEdtTemplateCreate(&rounds.round_template, rounds_edt, 0, 1) ||
	    ocrEdtCreate(&first, rounds.round_template, EDT_PARAM_DEF, NULL,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL) ||
	    ocrAddDependence(NULL_GUID, first, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the first round did not start");
}

#endif
