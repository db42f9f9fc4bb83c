/* SPDX-License-Identifier: BSD-3-Clause */
/* fetch.c - how fast blocks of another node come when many are wanted.
 *
 * Node 0 makes blocks of BYTES each.  WHAT is
 *   stream  one task on node 1 with 16 dependences on 16 blocks
 *   many    64 tasks on node 1 with 64 dependences each, all on other blocks
 *   fanout  one task on each node but node 0, all on one block
 * All are readers, CONST.  One sample runs from before the creation of the
 * first reader to the task that waits until all have begun, by the number of
 * blocks that were read: microseconds per block.  Then the blocks are
 * destroyed, and the next round makes others.  Memory is warm as in ocr/read.c.
 *
 *	node 0    fill                                fill ...
 *	            \ go                                ^
 *	elsewhere    readers ... --latch--> done -------+
 *
 * The readers of `fanout` are created by node 0, which has the latch.
 */
#include "apps/bench/ocr/bench.h"

#define SLOTS_MAX	64
/* As ocr/read.c does. */
#define WARM_BYTES	((u64)96 << 20)
#define ROUND_MAX_BYTES ((u64)64 << 20)

enum { STREAM, MANY, FANOUT };

static const char *const kinds[] = {"stream", "many", "fanout"};

struct round {
	ocrGuid_t fill_template, go_template, reader_template, done_template;
	ocrGuid_t latch;
	u64 kind; /* enum */
	u64 len_bytes;
	u64 readers, slots;
	u64 blocks; /* that are made */
	u64 rounds; /* with those to warm up */
	u64 rounds_warm;
	u64 index;
	u64 start_ns;
};

/* On the node of `done`. */
static double sample[BENCH_MAX_SAMPLES];

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

/* paramv: a round, and the number of the reader. */
static ocrGuid_t
reader_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct round *r = (const struct round *)(const void *)paramv;
	u64 first = r->kind == FANOUT ? 0 : paramv[paramc - 1] * r->slots;

	for (u64 i = 0; i < r->slots; i++)
		if (*(u64 *)depv[i].ptr != mark(r, first + i) ||
		    *last_word(r, depv[i].ptr) != mark(r, first + i))
			ocr_bench_fail("a block did not hold what was written");
	(void)depc;
	if (ocrEventSatisfySlot(r->latch, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT))
		ocr_bench_fail("a reader did not count");
	return NULL_GUID;
}

static u8
start_reader(const struct round *r, u64 n, const ocrGuid_t *blocks)
{
	u64 paramv[OCR_BENCH_PARAMC(struct round) + 1];
	ocrGuid_t reader;
	ocrHint_t there;
	u8 err;

	memcpy(paramv, r, sizeof(*r));
	paramv[OCR_BENCH_PARAMC(struct round)] = n;
	if (!ocr_bench_place(&there, r->kind == FANOUT ? 1 + n : 1))
		return OCR_EINVAL;
	err = ocrEdtCreate(&reader, r->reader_template, EDT_PARAM_DEF, paramv,
			   (u32)r->slots, NULL, EDT_PROP_NONE, &there, NULL);
	if (r->kind != FANOUT)
		blocks += n * r->slots;
	for (u64 i = 0; i < r->slots && !err; i++)
		err = ocrAddDependence(blocks[i], reader, (u32)i,
				       DB_MODE_CONST);
	return err;
}

/* depv: the list of the blocks. */
static ocrGuid_t
go_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)(const void *)paramv;
	ocrGuid_t done;
	u8 err;

	(void)paramc;
	(void)depc;
	err = ocrEventCreate(&r.latch, OCR_EVENT_LATCH_T, EVT_PROP_NONE);
	for (u64 i = 0; i < r.readers && !err; i++)
		err = ocrEventSatisfySlot(r.latch, NULL_GUID,
					  OCR_EVENT_LATCH_INCR_SLOT);
	r.start_ns = bench_now_ns();
	if (!err)
		err = ocrEdtCreate(&done, r.done_template, EDT_PARAM_DEF,
				   (u64 *)&r, EDT_PARAM_DEF, NULL,
				   EDT_PROP_NONE, NULL_HINT, NULL);
	if (!err)
		err = ocrAddDependence(depv[0].guid, done, 0, DB_MODE_CONST);
	if (!err)
		err = ocrAddDependence(r.latch, done, 1, DB_MODE_NULL);
	for (u64 i = 0; i < r.readers && !err; i++)
		err = start_reader(&r, i, depv[0].ptr);
	if (err)
		ocr_bench_fail("the readers of a round did not start");
	return NULL_GUID;
}

/* The last round's list is NULL_GUID in the first one. */
static void
start_fill(const struct round *r, ocrGuid_t list)
{
	ocrHint_t there;
	ocrGuid_t fill;

	if (!ocr_bench_place(&there, 0) ||
	    ocrEdtCreate(&fill, r->fill_template, EDT_PARAM_DEF, (u64 *)r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(list, fill, 0, DB_MODE_CONST))
		ocr_bench_fail("a round did not start");
}

static ocrGuid_t
done_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 now_ns = bench_now_ns();
	struct round r = *(const struct round *)(const void *)paramv;

	(void)paramc;
	(void)depc;
	if (r.index >= r.rounds_warm)
		sample[r.index - r.rounds_warm] =
			(double)(now_ns - r.start_ns) / 1e3 /
			(double)(r.readers * r.slots);
	r.index++;
	if (r.index < r.rounds) {
		start_fill(&r, depv[0].guid);
		return NULL_GUID;
	}
	PRINTF(BENCH_LINE, bench_median(sample, r.rounds - r.rounds_warm),
	       "us");
	ocrShutdown();
	return NULL_GUID;
}

static u8
make_block(const struct round *r, u64 n, ocrGuid_t *block)
{
	void *bytes;
	u8 err = ocrDbCreate(block, &bytes, r->len_bytes, DB_PROP_NONE,
			     NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	memset(bytes, (int)n, r->len_bytes);
	*(u64 *)bytes = mark(r, n);
	*last_word(r, bytes) = mark(r, n);
	return ocrDbRelease(*block);
}

/* depv: the list of the round before. */
static ocrGuid_t
fill_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct round *r = (const struct round *)(const void *)paramv;
	const ocrGuid_t *old = depv[0].ptr;
	ocrGuid_t list, go, *blocks;
	ocrHint_t there;
	u8 err;

	(void)paramc;
	(void)depc;
	err = ocrDbCreate(&list, (void **)&blocks, r->blocks * sizeof(*blocks),
			  DB_PROP_NONE, NULL_HINT, NO_ALLOC);
	for (u64 i = 0; i < r->blocks && !err; i++) {
		if (old)
			err = ocrDbDestroy(old[i]);
		if (!err)
			err = make_block(r, i, &blocks[i]);
	}
	if (old && !err)
		err = ocrDbDestroy(depv[0].guid);
	if (!err)
		err = ocrDbRelease(list);
	if (err || !ocr_bench_place(&there, r->kind == FANOUT ? 0 : 1) ||
	    ocrEdtCreate(&go, r->go_template, EDT_PARAM_DEF, (u64 *)paramv,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL) ||
	    ocrAddDependence(list, go, 0, DB_MODE_CONST))
		ocr_bench_fail("the blocks of a round were not made");
	return NULL_GUID;
}

/* What a round is.  False if the arguments are wrong. */
static bool
plan(struct round *r, const struct bench_args *a, u64 nodes)
{
	while (r->kind <= FANOUT && strcmp(a->what, kinds[r->kind]) != 0)
		r->kind++;
	r->len_bytes = a->size_bytes;
	if (r->kind > FANOUT || !r->len_bytes || r->len_bytes % sizeof(u64))
		return false;
	r->readers = r->kind == STREAM ? 1 : r->kind == MANY ? 64 : nodes - 1;
	r->slots = r->kind == STREAM ? 16 : r->kind == MANY ? SLOTS_MAX : 1;
	r->blocks = r->kind == FANOUT ? 1 : r->readers * r->slots;
	/* 100 rounds of `many` are 409,600 blocks. */
	r->rounds_warm = 2;
	if (!a->quick && r->len_bytes >= 4096)
		r->rounds_warm += WARM_BYTES / (r->blocks * r->len_bytes);
	r->rounds = r->rounds_warm;
	r->rounds += a->quick ? 1 : r->kind == MANY ? 100 : 20;
	return r->blocks * r->len_bytes <= ROUND_MAX_BYTES;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const u32 params = OCR_BENCH_PARAMC(struct round);
	struct bench_args args;
	struct round r = {0};
	u64 nodes = 0;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes() ||
	    ocrAffinityCount(AFFINITY_PD, &nodes))
		return NULL_GUID;
	if (!plan(&r, &args, nodes)) {
		ocr_bench_fail("arguments are stream, many or fanout, and "
			       "BYTES, a multiple of 8");
		return NULL_GUID;
	}
	if (ocrEdtTemplateCreate(&r.fill_template, fill_edt, params, 1) ||
	    ocrEdtTemplateCreate(&r.go_template, go_edt, params, 1) ||
	    ocrEdtTemplateCreate(&r.reader_template, reader_edt, params + 1,
				 EDT_PARAM_UNK) ||
	    ocrEdtTemplateCreate(&r.done_template, done_edt, params, 2)) {
		ocr_bench_fail("no templates");
		return NULL_GUID;
	}
	start_fill(&r, NULL_GUID);
	return NULL_GUID;
}
