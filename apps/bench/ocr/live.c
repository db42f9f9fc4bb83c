/* SPDX-License-Identifier: BSD-3-Clause */
/* live.c - what a block costs that lives and that nobody uses.
 *
 * A chain of tasks makes a million blocks of 64 bytes, a thousand each, and
 * lets go of them.  What the process has in memory then, more than before, less
 * the 64 bytes that the program has asked for, is the overhead of one block.
 * In the end some of the blocks are read, all over the range.
 */
#include "apps/bench/ocr/bench.h"

#define BLOCKS	    1000000
#define BLOCK_BYTES 64
#define PER_TASK    1000
#define CHECKED	    100 /* blocks that are read */

struct fill {
	ocrGuid_t fill_template;
	u64 index; /* of the first block */
	u64 blocks;
};

/* Touched before it is measured. */
static ocrGuid_t block[BLOCKS];
static double start_bytes;

static ocrGuid_t
check_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 blocks = paramv[0];

	(void)paramc;
	for (u32 i = 0; i < depc; i++) {
		if (*(u64 *)depv[i].ptr != i * (blocks / depc)) {
			ocr_bench_fail(
				"a block does not hold what was written");
			return NULL_GUID;
		}
	}
	ocrShutdown();
	return NULL_GUID;
}

static void
check(u64 blocks)
{
	ocrGuid_t template, task;

	if (ocrEdtTemplateCreate(&template, check_edt, 1, CHECKED) ||
	    ocrEdtCreate(&task, template, EDT_PARAM_DEF, &blocks, EDT_PARAM_DEF,
			 NULL, EDT_PROP_NONE, NULL_HINT, NULL)) {
		ocr_bench_fail("no task to look at the blocks");
		return;
	}
	for (u32 i = 0; i < CHECKED; i++)
		if (ocrAddDependence(block[i * (blocks / CHECKED)], task, i,
				     DB_MODE_CONST))
			ocr_bench_fail("a block cannot be read");
}

static ocrGuid_t
fill_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct fill f = *(const struct fill *)paramv;
	ocrGuid_t next;
	u64 *bytes;

	(void)paramc;
	(void)depc;
	(void)depv;
	/* The first task pays for what is there once. */
	if (f.index == PER_TASK)
		start_bytes = bench_resident_bytes();
	if (f.index == f.blocks) {
		double n = (double)(f.blocks - PER_TASK);

		PRINTF(BENCH_LINE,
		       (bench_resident_bytes() - start_bytes) / n - BLOCK_BYTES,
		       "bytes");
		check(f.blocks);
		return NULL_GUID;
	}
	for (u64 i = 0; i < PER_TASK; i++, f.index++) {
		if (ocrDbCreate(&block[f.index], (void **)&bytes, BLOCK_BYTES,
				DB_PROP_NONE, NULL_HINT, NO_ALLOC)) {
			ocr_bench_fail("a block was refused");
			return NULL_GUID;
		}
		*bytes = f.index;
	}
	if (ocrEdtCreate(&next, f.fill_template, EDT_PARAM_DEF, (u64 *)&f,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL) ||
	    ocrAddDependence(NULL_GUID, next, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("a task was not created");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct fill f = {0};
	ocrGuid_t first;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	f.blocks = args.quick ? BLOCKS / 10 : BLOCKS;
	for (u64 i = 0; i < f.blocks; i++)
		block[i] = ERROR_GUID;
	if (ocrEdtTemplateCreate(&f.fill_template, fill_edt,
				 OCR_BENCH_PARAMC(struct fill), 1) ||
	    ocrEdtCreate(&first, f.fill_template, EDT_PARAM_DEF, (u64 *)&f,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL) ||
	    ocrAddDependence(NULL_GUID, first, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("no first task");
	return NULL_GUID;
}
