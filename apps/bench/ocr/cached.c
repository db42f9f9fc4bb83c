/* SPDX-License-Identifier: BSD-3-Clause */
/* cached.c - reading or writing a block again and again.
 *
 * WHAT is `remote` (node 0 made the block; node 1 has a copy after the first
 * read) or `local` (node 1 made it).  Each task of a chain on node 1 makes the
 * next, which reads the block in CONST mode; or, with `write-` before that,
 * releases it first, and the next one has it in EW mode; with `share-` in RW
 * mode; with `pair-` it has two such blocks, in EW mode.  A sample is the mean
 * over a few hundred tasks.
 */
#include "apps/bench/ocr/bench.h"

#define READS	    500 /* per sample */
#define WARM_UP	    5	/* samples */
#define BLOCK_BYTES 4096
#define MARK	    UINT64_C(0x5eed)
#define MOST	    2 /* blocks of a task */

struct chain {
	ocrGuid_t start_template, reader_template;
	ocrGuid_t block[MOST];
	u64 n;	  /* blocks */
	u64 node; /* that makes them */
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
	bool bad = ocrEdtCreate(&reader, c->reader_template, EDT_PARAM_DEF,
				(u64 *)c, (u32)c->n, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL);

	for (u32 i = 0; i < c->n && !bad; i++)
		bad = ocrAddDependence(c->block[i], reader, i,
				       (ocrDbAccessMode_t)c->mode);
	if (bad)
		ocr_bench_fail("a reader was not created");
}

/* False: that is the end. */
static bool
use_block(const struct chain *c, u64 *bytes, ocrGuid_t block)
{
	bool writes = c->mode != DB_MODE_CONST;

	if (bytes[0] != MARK ||
	    (writes && bytes[1]++ != c->index * c->reads + c->read)) {
		ocr_bench_fail("the block did not hold what was written");
		return false;
	}
	if (writes && ocrDbRelease(block)) {
		ocr_bench_fail("the block was not released");
		return false;
	}
	return true;
}

static ocrGuid_t
reader_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct chain c = *(const struct chain *)paramv;
	u64 now_ns;

	(void)paramc;
	for (u32 i = 0; i < depc; i++)
		if (!use_block(&c, depv[i].ptr, depv[i].guid))
			return NULL_GUID;
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

static bool
make_blocks(struct chain *c)
{
	u64 *bytes;

	for (u64 i = 0; i < c->n; i++) {
		if (ocrDbCreate(&c->block[i], (void **)&bytes, BLOCK_BYTES,
				DB_PROP_NONE, NULL_HINT, NO_ALLOC))
			return false;
		bytes[0] = MARK;
		bytes[1] = 0;
		if (ocrDbRelease(c->block[i]))
			return false;
	}
	return true;
}

/* First on the node that makes the blocks, then on that of the readers. */
static ocrGuid_t
start_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct chain c = *(const struct chain *)paramv;
	ocrGuid_t readers;
	ocrHint_t there;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (!ocrGuidIsNull(c.block[0])) {
		c.start_ns = bench_now_ns();
		start_reader(&c);
		return NULL_GUID;
	}
	if (!make_blocks(&c) || !ocr_bench_place(&there, 1) ||
	    ocrEdtCreate(&readers, c.start_template, EDT_PARAM_DEF, (u64 *)&c,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(NULL_GUID, readers, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the readers did not start");
	return NULL_GUID;
}

/* What is behind that in WHAT. */
static const char *
read_mode(struct chain *c, const char *what)
{
	static const struct {
		const char *word;
		ocrDbAccessMode_t mode;
		u64 n;
	} ways[] = {
		{"write-", DB_MODE_EW, 1},
		{"share-", DB_MODE_RW, 1},
		{"pair-", DB_MODE_EW, 2},
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (strncmp(what, ways[i].word, strlen(ways[i].word)) == 0) {
			c->mode = ways[i].mode;
			c->n = ways[i].n;
			return what + strlen(ways[i].word);
		}
	}
	return what;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const u32 params = OCR_BENCH_PARAMC(struct chain);
	struct chain c = {.n = 1, .mode = DB_MODE_CONST};
	struct bench_args args;
	const char *where;
	ocrHint_t there;
	ocrGuid_t start;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes())
		return NULL_GUID;
	where = read_mode(&c, args.what);
	if (strcmp(where, "local") == 0) {
		c.node = 1;
	} else if (strcmp(where, "remote") != 0) {
		ocr_bench_fail("WHAT is [write-|share-|pair-]remote or [...]local");
		return NULL_GUID;
	}
	for (u64 i = 0; i < MOST; i++)
		c.block[i] = NULL_GUID;
	c.reads = READS;
	c.samples = WARM_UP + (args.quick ? 3 : 200);
	if (ocrEdtTemplateCreate(&c.start_template, start_edt, params, 1) ||
	    ocrEdtTemplateCreate(&c.reader_template, reader_edt, params,
				 EDT_PARAM_UNK) ||
	    !ocr_bench_place(&there, c.node) ||
	    ocrEdtCreate(&start, c.start_template, EDT_PARAM_DEF, (u64 *)&c,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(NULL_GUID, start, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("it did not start");
	return NULL_GUID;
}
