/* SPDX-License-Identifier: BSD-3-Clause */
/* task.c - how fast one task makes empty tasks, and the node runs them.
 *
 * One sample: a finish task creates `batch` tasks that do nothing; its time
 * runs from before its creation to the task that waits for its finish scope.
 */
#include "apps/bench/ocr/rounds.h"

static ocrGuid_t empty_template;
static u64 batch;

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
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	for (u64 i = 0; i < batch; i++) {
		ocrGuid_t task;

		if (ocrEdtCreate(&task, empty_template, 0, NULL, 0, NULL,
				 EDT_PROP_NONE, NULL_HINT, NULL)) {
			ocr_bench_fail("a task was not created");
			break;
		}
	}
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	batch = args.quick ? 100 : 10000;
	if (ocrEdtTemplateCreate(&empty_template, empty_edt, 0, 0))
		ocr_bench_fail("no template");
	else
		rounds_start(crowd_edt, (double)batch, args.quick ? 3 : 50);
	return NULL_GUID;
}
