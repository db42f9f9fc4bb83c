/* SPDX-License-Identifier: BSD-3-Clause */
/* object.c - the life of an object that nobody waits for, on one node.
 *
 * WHAT is `event` (create a sticky event, satisfy, destroy), `block` (create a
 * data block of BYTES, 64, destroy), `blocks` (the same, as a rate), `latch`
 * (count one latch up and down; half of that) or `part` (cut a block of 1 MiB
 * into four parts, destroy them: then it is whole again).  Each sample is one
 * task of many such lives.
 */
#include "apps/bench/ocr/bench.h"

#include "extensions/ocr-db-partitioning.h"

#define WARM_UP	    5
#define BLOCK_BYTES 64
#define PARTS	    4
#define PART_BYTES  ((u64)256 << 10)

struct round {
	ocrGuid_t round_template;
	u64 kind;	  /* enum */
	ocrGuid_t object; /* the latch, or what is cut */
	u64 bytes;	  /* of a block */
	u64 lives;	  /* per sample */
	u64 rounds;	  /* with those to warm up */
	u64 index;
};

enum { EVENT, BLOCK, BLOCKS, LATCH, PART };

static double sample[BENCH_MAX_SAMPLES];

static u8
live_event(void)
{
	ocrGuid_t event;

	return ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE) ||
	       ocrEventSatisfy(event, NULL_GUID) || ocrEventDestroy(event);
}

static u8
live_block(u64 size)
{
	ocrGuid_t block;
	void *bytes;

	return ocrDbCreate(&block, &bytes, size, DB_PROP_NONE, NULL_HINT,
			   NO_ALLOC) ||
	       ocrDbDestroy(block);
}

static u8
live_part(ocrGuid_t block)
{
	ocrDbPart_t parts[PARTS];
	u8 err;

	for (u64 i = 0; i < PARTS; i++)
		parts[i] = (ocrDbPart_t){i * PART_BYTES, PART_BYTES, NULL_GUID};
	err = ocrDbPartition(block, PARTS, parts, 0);
	for (u64 i = 0; i < PARTS && !err; i++)
		err = ocrDbDestroy(parts[i].guid);
	return err;
}

static u8
live(const struct round *r)
{
	if (r->kind == EVENT)
		return live_event();
	if (r->kind == BLOCK || r->kind == BLOCKS)
		return live_block(r->bytes);
	if (r->kind == PART)
		return live_part(r->object);
	return ocrEventSatisfySlot(r->object, NULL_GUID,
				   OCR_EVENT_LATCH_INCR_SLOT) ||
	       ocrEventSatisfySlot(r->object, NULL_GUID,
				   OCR_EVENT_LATCH_DECR_SLOT);
}

static bool
start_round(const struct round *r)
{
	ocrGuid_t next;

	if (ocrEdtCreate(&next, r->round_template, EDT_PARAM_DEF, (u64 *)r,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL) ||
	    ocrAddDependence(NULL_GUID, next, 0, DB_DEFAULT_MODE)) {
		ocr_bench_fail("a round did not start");
		return false;
	}
	return true;
}

static ocrGuid_t
round_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)paramv;
	u64 start_ns = bench_now_ns();
	double median_ns;

	(void)paramc;
	(void)depc;
	(void)depv;
	for (u64 i = 0; i < r.lives; i++) {
		if (live(&r)) {
			ocr_bench_fail("an object was refused");
			return NULL_GUID;
		}
	}
	sample[r.index++] = (double)(bench_now_ns() - start_ns) /
			    (double)(r.kind == LATCH ? 2 * r.lives : r.lives);
	if (r.index < r.rounds) {
		start_round(&r);
		return NULL_GUID;
	}
	median_ns = bench_median(sample + WARM_UP, r.rounds - WARM_UP);
	if (r.kind == BLOCKS)
		PRINTF(BENCH_LINE, 1e9 / median_ns, "blocks/s");
	else
		PRINTF(BENCH_LINE, median_ns, "ns");
	ocrShutdown();
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
	if (strcmp(args.what, "block") == 0)
		r.kind = BLOCK;
	else if (strcmp(args.what, "blocks") == 0)
		r.kind = BLOCKS;
	else if (strcmp(args.what, "latch") == 0)
		r.kind = LATCH;
	else if (strcmp(args.what, "part") == 0)
		r.kind = PART;
	else if (strcmp(args.what, "event") != 0) {
		ocr_bench_fail("WHAT is event, block, blocks, latch or part");
		return NULL_GUID;
	}
	if (r.kind == PART &&
	    (ocrDbCreate(&r.object, &bytes, PARTS * PART_BYTES, DB_PROP_NONE,
			 NULL_HINT, NO_ALLOC) ||
	     ocrDbRelease(r.object))) {
		ocr_bench_fail("no block");
		return NULL_GUID;
	}
	/* It never comes to zero again. */
	if (r.kind == LATCH &&
	    (ocrEventCreate(&r.object, OCR_EVENT_LATCH_T, EVT_PROP_NONE) ||
	     ocrEventSatisfySlot(r.object, NULL_GUID,
				 OCR_EVENT_LATCH_INCR_SLOT))) {
		ocr_bench_fail("no latch");
		return NULL_GUID;
	}
	r.bytes = args.size_bytes ? args.size_bytes : BLOCK_BYTES;
	r.lives = args.quick || r.kind == PART ? 100 : 1000;
	r.rounds = WARM_UP + (args.quick ? 3 : 1000);
	if (ocrEdtTemplateCreate(&r.round_template, round_edt,
				 OCR_BENCH_PARAMC(struct round), 1)) {
		ocr_bench_fail("no template");
		return NULL_GUID;
	}
	start_round(&r);
	return NULL_GUID;
}
