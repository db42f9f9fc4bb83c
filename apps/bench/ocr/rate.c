/* SPDX-License-Identifier: BSD-3-Clause */
/* rate.c - how many operations a second one task sends to another node.
 *
 *	node 1   aim                     latch --+
 *                  \                  ^ ^ ^ ^     |
 *	node 0     fire  .. OPS satisfactions    v  home
 *
 * A task on node 1 makes a latch that OPS satisfactions count down, one on node
 * 0 satisfies it so often, and `home`, on node 0, waits for it.  A sample runs
 * from before the first one to the first line of `home`: all have been counted
 * by then.
 */
#include "apps/bench/ocr/bench.h"

#define OPS	  20000
#define OPS_QUICK 100
#define WARM_UP	  4

struct shot {
	ocrGuid_t aim_template, fire_template, home_template;
	ocrGuid_t latch;
	u64 ops;
	u64 index, samples;
};

static double sample[BENCH_MAX_SAMPLES];
static u64 start_ns;

/* Makes a task on `node` that runs when `from` is satisfied. */
static void
start(const struct shot *s, ocrGuid_t template, u64 node, ocrGuid_t from)
{
	ocrHint_t there;
	ocrGuid_t task;

	if (!ocr_bench_place(&there, node) ||
	    ocrEdtCreate(&task, template, EDT_PARAM_DEF, (u64 *)s,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(from, task, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("a task was not made");
}

static ocrGuid_t
aim_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct shot s = *(const struct shot *)(const void *)paramv;
	ocrEventParams_t p;

	(void)paramc;
	(void)depc;
	(void)depv;
	p.EVENT_LATCH.counter = s.ops;
	if (ocrEventCreateParams(&s.latch, OCR_EVENT_LATCH_T, EVT_PROP_NONE,
				 &p)) {
		ocr_bench_fail("no latch");
		return NULL_GUID;
	}
	start(&s, s.home_template, 0, s.latch);
	start(&s, s.fire_template, 0, NULL_GUID);
	return NULL_GUID;
}

static ocrGuid_t
fire_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct shot *s = (const void *)paramv;
	u8 err = 0;

	(void)paramc;
	(void)depc;
	(void)depv;
	start_ns = bench_now_ns();
	for (u64 i = 0; i < s->ops; i++)
		err |= ocrEventSatisfySlot(s->latch, NULL_GUID,
					   OCR_EVENT_LATCH_DECR_SLOT);
	if (err)
		ocr_bench_fail("a latch was not satisfied");
	return NULL_GUID;
}

static ocrGuid_t
home_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct shot s = *(const struct shot *)(const void *)paramv;
	u64 now_ns = bench_now_ns();

	(void)paramc;
	(void)depc;
	(void)depv;
	sample[s.index++] = (double)s.ops * 1e9 / (double)(now_ns - start_ns);
	if (s.index < s.samples) {
		start(&s, s.aim_template, 1, NULL_GUID);
		return NULL_GUID;
	}
	PRINTF(BENCH_LINE, bench_median(sample + WARM_UP, s.samples - WARM_UP),
	       "ops/s");
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const u32 params = OCR_BENCH_PARAMC(struct shot);
	struct bench_args args;
	struct shot s = {0};

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes())
		return NULL_GUID;
	s.ops = args.quick ? OPS_QUICK : OPS;
	s.samples = WARM_UP + (args.quick ? 2 : 100);
	if (ocrEdtTemplateCreate(&s.aim_template, aim_edt, params, 1) ||
	    ocrEdtTemplateCreate(&s.fire_template, fire_edt, params, 1) ||
	    ocrEdtTemplateCreate(&s.home_template, home_edt, params, 1)) {
		ocr_bench_fail("no templates");
		return NULL_GUID;
	}
	start(&s, s.aim_template, 1, NULL_GUID);
	return NULL_GUID;
}
