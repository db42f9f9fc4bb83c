/* SPDX-License-Identifier: BSD-3-Clause */
/* read.c - how long a task waits for a data block of another node.
 *
 * Node 0 makes a few blocks of BYTES each; a chain of tasks on node 1 then
 * acquires them in CONST mode, one by one.  With WHAT `const` one sample runs
 * from before the creation of the reading task to its first line, so it is what
 * a program waits, not the transfer alone; with `sum` until it has read all
 * words.  A block is read once and then destroyed: a
 * second read would find the bytes on the node.  The samples begin when as much
 * was read as a node keeps of copies that nobody uses (OCR_CACHE): from then on
 * bytes come into memory that was used before, as those of the reference do.
 *
 *	node 0   fill                                        fill ...
 *	           \ create            .. RMA read ..         ^
 *	node 1      start --> reader[0] --> reader[1] ... ---+
 */
#include "apps/bench/ocr/bench.h"

#define BLOCKS		16
#define WARM_BYTES	((u64)96 << 20)
#define ROUND_MAX_BYTES ((u64)64 << 20)

struct round {
	ocrGuid_t fill_template;
	ocrGuid_t start_template;
	ocrGuid_t reader_template;
	u64 len_bytes;
	u64 rounds; /* with those to warm up */
	u64 rounds_warm;
	u64 index;
	u64 blocks;
	u64 next; /* block to read */
	u64 sums; /* all words are read */
	u64 start_ns;
	ocrGuid_t block[BLOCKS];
};

/* On node 1. */
static double sample[BENCH_MAX_SAMPLES];
static size_t n_samples;

/* What the first and the last word of a block hold. */
static u64
mark(const struct round *r, u64 block)
{
	return (r->index << 32) + block + 1;
}

static u64 *
last_word(const struct round *r, void *bytes)
{
	return (u64 *)bytes + r->len_bytes / sizeof(u64) - 1;
}

/* As a task that computes them would: a large memset passes the bytes by the
 * caches, and they would be read from memory afterwards. */
static void
fill(const struct round *r, u64 block, u64 *words)
{
	for (u64 i = 0; i < r->len_bytes / sizeof(u64); i++)
		words[i] = block + i;
	words[0] = mark(r, block);
	*last_word(r, words) = mark(r, block);
}

static u64
sum_up(const struct round *r, const u64 *words)
{
	u64 sum = 0;

	for (u64 i = 0; i < r->len_bytes / sizeof(u64); i++)
		sum += words[i];
	return sum;
}

/* What that is to be. */
static u64
sum_of(const struct round *r, u64 block)
{
	u64 n = r->len_bytes / sizeof(u64);

	return n * block + n * (n - 1) / 2 + 2 * mark(r, block) - 2 * block -
	       (n - 1);
}

/* Starts the reader of the next block, on this node. */
static void
start_reader(struct round *r)
{
	ocrHint_t here;
	ocrGuid_t reader;

	if (!ocr_bench_place(&here, 1)) {
		ocr_bench_fail("no node 1");
		return;
	}
	r->start_ns = bench_now_ns();
	if (ocrEdtCreate(&reader, r->reader_template, EDT_PARAM_DEF, (u64 *)r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &here, NULL) ||
	    ocrAddDependence(r->block[r->next], reader, 0, DB_MODE_CONST))
		ocr_bench_fail("a reader was not created");
}

static void
start_fill(const struct round *r)
{
	ocrHint_t there;
	ocrGuid_t fill;

	if (!ocr_bench_place(&there, 0) ||
	    ocrEdtCreate(&fill, r->fill_template, EDT_PARAM_DEF, (u64 *)r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(NULL_GUID, fill, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("a round did not start");
}

static ocrGuid_t
reader_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)paramv;
	u64 want = r.sums ? sum_of(&r, r.next) : 0;
	u64 got = r.sums ? sum_up(&r, depv[0].ptr) : 0;
	u64 now_ns = bench_now_ns();

	(void)paramc;
	(void)depc;
	if (got != want || *(u64 *)depv[0].ptr != mark(&r, r.next) ||
	    *last_word(&r, depv[0].ptr) != mark(&r, r.next)) {
		ocr_bench_fail("a block did not hold what was written");
		return NULL_GUID;
	}
	if (r.index >= r.rounds_warm)
		sample[n_samples++] = (double)(now_ns - r.start_ns) / 1e3;
	r.next++;
	if (r.next < r.blocks) {
		start_reader(&r);
		return NULL_GUID;
	}
	r.index++;
	if (r.index < r.rounds) {
		start_fill(&r);
		return NULL_GUID;
	}
	PRINTF(BENCH_LINE, bench_median(sample, n_samples), "us");
	ocrShutdown();
	return NULL_GUID;
}

static ocrGuid_t
start_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	start_reader(&r);
	return NULL_GUID;
}

/* Destroys the blocks of the round before and makes new ones. */
static bool
make_blocks(struct round *r)
{
	for (u64 i = 0; i < r->blocks; i++) {
		void *bytes;

		if (r->index > 0 && ocrDbDestroy(r->block[i]))
			return false;
		if (ocrDbCreate(&r->block[i], &bytes, r->len_bytes,
				DB_PROP_NONE, NULL_HINT, NO_ALLOC))
			return false;
		fill(r, i, bytes);
		if (ocrDbRelease(r->block[i]))
			return false;
	}
	r->next = 0;
	return true;
}

static ocrGuid_t
fill_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)paramv;
	ocrHint_t there;
	ocrGuid_t start;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (!make_blocks(&r) || !ocr_bench_place(&there, 1) ||
	    ocrEdtCreate(&start, r.start_template, EDT_PARAM_DEF, (u64 *)&r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(NULL_GUID, start, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the blocks of a round were not made");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const u32 params = OCR_BENCH_PARAMC(struct round);
	struct bench_args args;
	struct round r = {0};

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes())
		return NULL_GUID;
	r.sums = strcmp(args.what, "sum") == 0;
	if ((!r.sums && strcmp(args.what, "const") != 0) ||
	    args.size_bytes < 2 * r.sums * sizeof(u64) || !args.size_bytes ||
	    args.size_bytes % sizeof(u64) ||
	    args.size_bytes > ROUND_MAX_BYTES) {
		ocr_bench_fail("arguments are const or sum and BYTES, a "
			       "multiple of 8");
		return NULL_GUID;
	}
	r.len_bytes = args.size_bytes;
	r.blocks = ROUND_MAX_BYTES / r.len_bytes;
	if (r.blocks > BLOCKS)
		r.blocks = BLOCKS;
	if (args.quick)
		r.blocks = 1;
	/* 1600 reads of small blocks, 40 of 16 MiB. */
	r.rounds_warm = 1;
	if (!args.quick && r.len_bytes >= 4096)
		r.rounds_warm += WARM_BYTES / (r.blocks * r.len_bytes);
	r.rounds = r.rounds_warm;
	r.rounds += args.quick ? 2 : r.len_bytes <= 65536 ? 100 : 10;
	if (ocrEdtTemplateCreate(&r.fill_template, fill_edt, params, 1) ||
	    ocrEdtTemplateCreate(&r.start_template, start_edt, params, 1) ||
	    ocrEdtTemplateCreate(&r.reader_template, reader_edt, params, 1)) {
		ocr_bench_fail("no templates");
		return NULL_GUID;
	}
	start_fill(&r);
	return NULL_GUID;
}
