/* SPDX-License-Identifier: BSD-3-Clause */
/* chain.c - what a hop along a chain of dependent tasks costs.
 *
 * The output event of each task is the dependence of the next; a gate holds
 * the first one back until the chain is built.
 *
 *	gate --> link --> link --> ... --> link --> round
 *
 * WHAT is `hop`: the time from the gate to the end, short chains, as many links
 * as libgomp can have waiting; or `whole`: a long chain, its building included.
 */
#include "apps/bench/ocr/bench.h"

#define WARM_UP 5

struct round {
	ocrGuid_t round_template;
	ocrGuid_t link_template;
	u64 links;
	u64 rounds; /* with those to warm up */
	u64 index;
	u64 with_building;
};

static double sample[BENCH_MAX_SAMPLES];
static u64 start_ns;

static ocrGuid_t
link_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	return NULL_GUID;
}

/* Builds the chain behind `gate`.  0, or what the API said. */
static u8
build(const struct round *r, ocrGuid_t gate)
{
	ocrGuid_t before = gate;
	u8 err = 0;

	for (u64 i = 0; i < r->links && !err; i++) {
		ocrGuid_t output;

		err = ocrEdtCreate(NULL, r->link_template, 0, NULL,
				   EDT_PARAM_DEF, &before, EDT_PROP_NONE,
				   NULL_HINT, &output);
		before = output;
	}
	if (!err)
		err = ocrEdtCreate(NULL, r->round_template, EDT_PARAM_DEF,
				   (u64 *)r, EDT_PARAM_DEF, &before,
				   EDT_PROP_NONE, NULL_HINT, NULL);
	return err;
}

static ocrGuid_t
round_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)paramv;
	u64 now_ns = bench_now_ns();
	ocrGuid_t gate;

	(void)paramc;
	(void)depc;
	(void)depv;
	/* The chain's links and this task: links + 1 hops. */
	if (r.index > 0)
		sample[r.index - 1] =
			(double)(now_ns - start_ns) / (double)(r.links + 1);
	if (r.index == r.rounds) {
		PRINTF(BENCH_LINE,
		       bench_median(sample + WARM_UP, r.rounds - WARM_UP),
		       "ns");
		ocrShutdown();
		return NULL_GUID;
	}
	r.index++;
	start_ns = bench_now_ns();
	if (ocrEventCreate(&gate, OCR_EVENT_ONCE_T, EVT_PROP_NONE) ||
	    build(&r, gate)) {
		ocr_bench_fail("a chain was not built");
		return NULL_GUID;
	}
	if (!r.with_building)
		start_ns = bench_now_ns();
	if (ocrEventSatisfy(gate, NULL_GUID))
		ocr_bench_fail("the gate did not open");
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
	r.with_building = strcmp(args.what, "whole") == 0;
	if (!r.with_building && strcmp(args.what, "hop") != 0) {
		ocr_bench_fail("WHAT is hop or whole");
		return NULL_GUID;
	}
	r.links = r.with_building ? 10000 : 60;
	r.rounds = WARM_UP + (r.with_building ? 50 : 2000);
	if (args.quick) {
		r.links = 20;
		r.rounds = WARM_UP + 3;
	}
	if (ocrEdtTemplateCreate(&r.link_template, link_edt, 0, 1) ||
	    ocrEdtTemplateCreate(&r.round_template, round_edt,
				 OCR_BENCH_PARAMC(struct round), 1) ||
	    ocrEdtCreate(&first, r.round_template, EDT_PARAM_DEF, (u64 *)&r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL) ||
	    ocrAddDependence(NULL_GUID, first, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the first round did not start");
	return NULL_GUID;
}
