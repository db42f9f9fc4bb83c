/* SPDX-License-Identifier: BSD-3-Clause */
/* task.c - how fast one task makes empty tasks, and the node runs them.
 *
 * One sample: a finish task creates `batch` tasks that do nothing; its time
 * runs from before its creation to the task that waits for its finish scope.
 *
 *	round --> crowd (finish) --> round --> crowd ...
 *                 | | | | |
 *               empty tasks
 */
#include "apps/bench/ocr/bench.h"

#define WARM_UP 5

struct round {
	ocrGuid_t round_template;
	ocrGuid_t crowd_template;
	ocrGuid_t empty_template;
	u64 batch;
	u64 rounds; /* with those to warm up */
	u64 index;
	u64 start_ns;
};

static double sample[BENCH_MAX_SAMPLES];

static ocrGuid_t
empty_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	return NULL_GUID;
}

static ocrGuid_t
crowd_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct round *r = (const struct round *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	for (u64 i = 0; i < r->batch; i++) {
		ocrGuid_t task;

		if (ocrEdtCreate(&task, r->empty_template, 0, NULL, 0, NULL,
				 EDT_PROP_NONE, NULL_HINT, NULL)) {
			ocr_bench_fail("a task was not created");
			break;
		}
	}
	return NULL_GUID;
}

static void
report(const struct round *r)
{
	double rate = bench_median(sample + WARM_UP, r->rounds - WARM_UP);

	PRINTF(BENCH_LINE, rate, "tasks/s");
	ocrShutdown();
}

static ocrGuid_t
round_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)paramv;
	u64 now_ns = bench_now_ns();
	ocrGuid_t crowd, next, finished;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (r.index > 0)
		sample[r.index - 1] =
			(double)r.batch * 1e9 / (double)(now_ns - r.start_ns);
	if (r.index == r.rounds) {
		report(&r);
		return NULL_GUID;
	}
	r.index++;
	r.start_ns = bench_now_ns();
	/* The crowd waits on a slot until its output event has its waiter: the
	 * event is gone once it has fired. */
	if (ocrEdtCreate(&crowd, r.crowd_template, EDT_PARAM_DEF, (u64 *)&r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_FINISH, NULL_HINT,
			 &finished) ||
	    ocrEdtCreate(&next, r.round_template, EDT_PARAM_DEF, (u64 *)&r,
			 EDT_PARAM_DEF, &finished, EDT_PROP_NONE, NULL_HINT,
			 NULL) ||
	    ocrAddDependence(NULL_GUID, crowd, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("a round did not start");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct round r = {0};
	ocrGuid_t first;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	r.batch = args.quick ? 100 : 10000;
	r.rounds = WARM_UP + (args.quick ? 3 : 50);
	if (ocrEdtTemplateCreate(&r.empty_template, empty_edt, 0, 0) ||
	    ocrEdtTemplateCreate(&r.crowd_template, crowd_edt,
				 OCR_BENCH_PARAMC(struct round), 1) ||
	    ocrEdtTemplateCreate(&r.round_template, round_edt,
				 OCR_BENCH_PARAMC(struct round), 1) ||
	    ocrEdtCreate(&first, r.round_template, EDT_PARAM_DEF, (u64 *)&r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL) ||
	    ocrAddDependence(NULL_GUID, first, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the first round did not start");
	return NULL_GUID;
}
