/* SPDX-License-Identifier: BSD-3-Clause */
/* copy.c - a block of 1 MiB in four pieces and back, by copies, on one
 * node: DB_COPY_PARTITION into new blocks, a task for each of these, which
 * copies it back, until a task gets the whole.  That is one sample.
 */
#include "apps/bench/ocr/bench.h"

#include "extensions/ocr-db-partitioning.h"

#define WARM_UP	    5
#define PIECES	    4
#define PIECE_BYTES ((u64)256 << 10)

struct round {
	ocrGuid_t round_template, back_template, block;
	u64 rounds; /* with those to warm up */
	u64 index;
	u64 start_ns;
};

/* Brings a piece back. */
struct piece {
	ocrGuid_t block, piece, copied, next;
	u64 i;
};

static double sample[BENCH_MAX_SAMPLES];
static ocrGuid_t back[PIECES]; /* events of this round */

static ocrGuid_t
back_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct piece *p = (const struct piece *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (ocrEventDestroy(p->copied) ||
	    ocrDbCopy(p->block, p->i * PIECE_BYTES, p->piece, 0, PIECE_BYTES,
		      DB_COPY_PARTITION_BACK, &back[p->i]) ||
	    ocrAddDependence(back[p->i], p->next, 1 + (u32)p->i, DB_MODE_NULL))
		ocr_bench_fail("a piece did not go back");
	return NULL_GUID;
}

static u8
take(const struct round *r, struct piece *p)
{
	ocrGuid_t task;

	return ocrDbCreate(&p->piece, NULL, PIECE_BYTES, DB_PROP_NO_ACQUIRE,
			   NULL_HINT, NO_ALLOC) ||
	       ocrDbCopy(p->piece, 0, r->block, p->i * PIECE_BYTES, PIECE_BYTES,
			 DB_COPY_PARTITION, &p->copied) ||
	       ocrEdtCreate(&task, r->back_template, EDT_PARAM_DEF, (u64 *)p,
			    EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT,
			    NULL) ||
	       ocrAddDependence(p->copied, task, 0, DB_MODE_EW);
}

static void
start_round(struct round *r)
{
	struct piece p = {.block = r->block};
	u8 err;

	r->start_ns = bench_now_ns();
	err = ocrEdtCreate(&p.next, r->round_template, EDT_PARAM_DEF, (u64 *)r,
			   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT,
			   NULL) ||
	      ocrAddDependence(r->block, p.next, 0, DB_MODE_RO);
	for (; p.i < PIECES && !err; p.i++)
		err = take(r, &p);
	if (err)
		ocr_bench_fail("a round did not start");
}

static ocrGuid_t
round_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)paramv;

	(void)paramc;
	(void)depc;
	sample[r.index++] = (double)(bench_now_ns() - r.start_ns);
	for (u64 i = 0; i < PIECES; i++)
		ocrEventDestroy(back[i]);
	if (r.index == r.rounds) {
		PRINTF(BENCH_LINE,
		       bench_median(sample + WARM_UP, r.rounds - WARM_UP),
		       "ns");
		ocrShutdown();
		return NULL_GUID;
	}
	/* Who reads it would be left what is there: then it is copied. */
	if (ocrDbRelease(depv[0].guid))
		ocr_bench_fail("the block was not released");
	start_round(&r);
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct round r = {0};
	void *bytes;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	r.rounds = WARM_UP + (args.quick ? 3 : 1000);
	if (ocrDbCreate(&r.block, &bytes, PIECES * PIECE_BYTES, DB_PROP_NONE,
			NULL_HINT, NO_ALLOC) ||
	    ocrDbRelease(r.block) ||
	    ocrEdtTemplateCreate(&r.round_template, round_edt,
				 OCR_BENCH_PARAMC(struct round), 1 + PIECES) ||
	    ocrEdtTemplateCreate(&r.back_template, back_edt,
				 OCR_BENCH_PARAMC(struct piece), 1)) {
		ocr_bench_fail("no block or template");
		return NULL_GUID;
	}
	start_round(&r);
	return NULL_GUID;
}
