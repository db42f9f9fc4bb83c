/* SPDX-License-Identifier: BSD-3-Clause */
/* cached.c - reading or writing a block again and again.
 *
 * WHAT is `remote` (node 0 made the block; node 1 has a copy after the first
 * read) or `local` (node 1 made it).  Each task of a chain on node 1 makes the
 * next, which reads the block in CONST mode; or, with `write-remote` and
 * `write-local`, releases it first, and the next one has it in EW mode.  A
 * sample is the mean over a few hundred tasks.
 */
#include "apps/bench/ocr/bench.h"

#define READS	    500 /* per sample */
#define WARM_UP	    5	/* samples */
#define BLOCK_BYTES 4096
#define MARK	    UINT64_C(0x5eed)

struct chain {
	ocrGuid_t start_template, reader_template;
	ocrGuid_t block;
	u64 node; /* that makes the block */
	u64 reads, samples;
	u64 read, index;
	u64 mode; /* ocrDbAccessMode_t */
	u64 start_ns;
};

/* On node 1. */
static double sample[BENCH_MAX_SAMPLES];

static void
start_reader(const struct chain *c)
{
	ocrGuid_t reader;

	if (ocrEdtCreate(&reader, c->reader_template, EDT_PARAM_DEF, (u64 *)c,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL) ||
	    ocrAddDependence(c->block, reader, 0, (ocrDbAccessMode_t)c->mode))
		ocr_bench_fail("a reader was not created");
}

static ocrGuid_t
reader_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct chain c = *(const struct chain *)paramv;
	u64 *bytes = depv[0].ptr, now_ns;
	bool writes = c.mode == DB_MODE_EW;

	(void)paramc;
	(void)depc;
	if (bytes[0] != MARK ||
	    (writes && bytes[1]++ != c.index * c.reads + c.read)) {
		ocr_bench_fail("the block did not hold what was written");
		return NULL_GUID;
	}
	if (writes && ocrDbRelease(c.block)) {
		ocr_bench_fail("the block was not released");
		return NULL_GUID;
	}
	if (++c.read == c.reads) {
		now_ns = bench_now_ns();
		sample[c.index++] =
			(double)(now_ns - c.start_ns) / (double)c.reads;
		c.start_ns = now_ns;
		c.read = 0;
	}
	if (c.index < c.samples) {
		start_reader(&c);
		return NULL_GUID;
	}
	PRINTF(BENCH_LINE, bench_median(sample + WARM_UP, c.samples - WARM_UP),
	       "ns");
	ocrShutdown();
	return NULL_GUID;
}

/* First on the node that makes the block, then on that of the readers. */
static ocrGuid_t
start_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct chain c = *(const struct chain *)paramv;
	ocrGuid_t readers;
	ocrHint_t there;
	u64 *bytes;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (!ocrGuidIsNull(c.block)) {
		c.start_ns = bench_now_ns();
		start_reader(&c);
		return NULL_GUID;
	}
	if (ocrDbCreate(&c.block, (void **)&bytes, BLOCK_BYTES, DB_PROP_NONE,
			NULL_HINT, NO_ALLOC)) {
		ocr_bench_fail("no block");
		return NULL_GUID;
	}
	bytes[0] = MARK;
	bytes[1] = 0;
	if (ocrDbRelease(c.block) || !ocr_bench_place(&there, 1) ||
	    ocrEdtCreate(&readers, c.start_template, EDT_PARAM_DEF, (u64 *)&c,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(NULL_GUID, readers, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the readers did not start");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const u32 params = OCR_BENCH_PARAMC(struct chain);
	const char writing[] = "write-", *where;
	struct bench_args args;
	struct chain c = {0};
	ocrHint_t there;
	ocrGuid_t start;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes())
		return NULL_GUID;
	where = args.what;
	c.mode = DB_MODE_CONST;
	if (strncmp(where, writing, sizeof(writing) - 1) == 0) {
		where += sizeof(writing) - 1;
		c.mode = DB_MODE_EW;
	}
	if (strcmp(where, "local") == 0) {
		c.node = 1;
	} else if (strcmp(where, "remote") != 0) {
		ocr_bench_fail("WHAT is [write-]remote or [write-]local");
		return NULL_GUID;
	}
	c.block = NULL_GUID;
	c.reads = READS;
	c.samples = WARM_UP + (args.quick ? 3 : 200);
	if (ocrEdtTemplateCreate(&c.start_template, start_edt, params, 1) ||
	    ocrEdtTemplateCreate(&c.reader_template, reader_edt, params, 1) ||
	    !ocr_bench_place(&there, c.node) ||
	    ocrEdtCreate(&start, c.start_template, EDT_PARAM_DEF, (u64 *)&c,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(NULL_GUID, start, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("it did not start");
	return NULL_GUID;
}
