/* SPDX-License-Identifier: BSD-3-Clause */
/* start.c - how long it takes from the command that starts a job until the
 * program runs: `main`, its first line on node 0; `all`, a task on each node
 * has run, and node 0 knows.
 */
#include "apps/bench/ocr/bench.h"

/* Everybody has been there. */
static ocrGuid_t
last_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	PRINTF(BENCH_LINE, bench_since_start_ms(), "ms");
	ocrShutdown();
	return NULL_GUID;
}

static ocrGuid_t
there_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	return NULL_GUID;
}

/* A task on each node, and one here that waits for them. */
static u8
visit_all(u32 nodes)
{
	ocrGuid_t there, template, last, task, done;
	ocrHint_t hint;
	u8 err;

	err = ocrEdtTemplateCreate(&there, there_edt, 0, 1) ||
	      ocrEdtTemplateCreate(&template, last_edt, 0, nodes) ||
	      !ocr_bench_place(&hint, 0) ||
	      ocrEdtCreate(&last, template, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
			   NULL, EDT_PROP_NONE, &hint, NULL);
	for (u32 i = 0; i < nodes && !err; i++)
		err = !ocr_bench_place(&hint, i) ||
		      ocrEdtCreate(&task, there, EDT_PARAM_DEF, NULL,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &hint,
				   &done) ||
		      ocrAddDependence(done, last, i, DB_MODE_NULL) ||
		      ocrAddDependence(NULL_GUID, task, 0, DB_MODE_NULL);
	return err;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	double ms = bench_since_start_ms();
	struct bench_args args;
	u64 nodes = 0;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	if (strcmp(args.what, "all") == 0) {
		if (ocrAffinityCount(AFFINITY_PD, &nodes) ||
		    visit_all((u32)nodes))
			ocr_bench_fail("not all nodes can be visited");
	} else if (strcmp(args.what, "main") == 0) {
		PRINTF(BENCH_LINE, ms, "ms");
		ocrShutdown();
	} else {
		ocr_bench_fail("WHAT is main or all");
	}
	return NULL_GUID;
}
