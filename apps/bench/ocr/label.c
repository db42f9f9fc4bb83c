/* SPDX-License-Identifier: BSD-3-Clause */
/* label.c - what names cost, on one node.
 *
 * WHAT is `index` (compute the GUID of an element of a range), `touch` (get a
 * task from a map, which creates it on that occasion, and run it) or `create`
 * (the same tasks by ocrEdtCreate()).  In the last two each sample is a round
 * of tasks that count down a latch, which starts the next round.
 */
#include "apps/bench/ocr/bench.h"

#include "extensions/ocr-labeling.h"
#include "extensions/ocr-map-creator.h"

#include <string.h>

#define WARM_UP 5
#define BATCH	10000

enum kind { INDEX, TOUCH, CREATE };
static const char *const kinds[] = {"index", "touch", "create"};

struct round {
	ocrGuid_t map, latches, work_template, round_template;
	u64 kind; /* enum kind */
	u64 batch, rounds, index, start_ns;
};

/* What a task of a round needs to know. */
struct work {
	ocrGuid_t latches;
	u64 round;
};

static double sample[BENCH_MAX_SAMPLES];

static ocrGuid_t
work_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct work *w = (const struct work *)(const void *)paramv;
	ocrGuid_t latch;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (ocrGuidFromIndex(&latch, w->latches, w->round) ||
	    ocrEventSatisfySlot(latch, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT))
		ocr_bench_fail("a task did not count");
	return NULL_GUID;
}

static u8
create_work(ocrGuid_t *guid, ocrGuid_t template, ocrGuid_t latches, u64 round,
	    u16 props)
{
	struct work w = {latches, round};

	return ocrEdtCreate(guid, template, EDT_PARAM_DEF, (u64 *)&w,
			    EDT_PARAM_DEF, NULL, props, NULL_HINT, NULL);
}

static void
creator(ocrGuid_t lid, u64 index, u32 paramc, u64 *paramv, u32 guidc,
	ocrGuid_t *guidv)
{
	(void)paramc;
	(void)guidc;
	if (create_work(&lid, guidv[0], guidv[1], index / paramv[0],
			EDT_PROP_MAPPED))
		ocr_bench_fail("an element was not created");
}

static u8
make_work(const struct round *r)
{
	ocrGuid_t task;
	u8 err = 0;

	for (u64 i = 0; i < r->batch && !err; i++)
		err = r->kind == TOUCH
			      ? ocrMapGet(&task, r->map,
					  r->index * r->batch + i)
			      : create_work(&task, r->work_template, r->latches,
					    r->index, EDT_PROP_NONE);
	return err;
}

static u8
start_round(struct round *r)
{
	ocrEventParams_t params = {.EVENT_LATCH = {r->batch}};
	struct round next = *r;
	ocrGuid_t latch;

	next.index++;
	next.start_ns = bench_now_ns();
	return ocrGuidFromIndex(&latch, r->latches, r->index) ||
	       ocrEventCreateParams(&latch, OCR_EVENT_LATCH_T,
				    GUID_PROP_IS_LABELED, &params) ||
	       ocrEdtCreate(NULL, r->round_template, EDT_PARAM_DEF,
			    (u64 *)&next, EDT_PARAM_DEF, &latch, EDT_PROP_NONE,
			    NULL_HINT, NULL) ||
	       make_work(r);
}

static ocrGuid_t
round_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)(const void *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	sample[r.index - 1] =
		(double)(bench_now_ns() - r.start_ns) / (double)r.batch;
	if (r.index == r.rounds) {
		PRINTF(BENCH_LINE,
		       bench_median(sample + WARM_UP, r.rounds - WARM_UP),
		       "ns");
		ocrShutdown();
	} else if (start_round(&r)) {
		ocr_bench_fail("a round did not start");
	}
	return NULL_GUID;
}

/* All in this task: nothing is created, and nothing sent. */
static void
compute(const struct round *r)
{
	u64 start_ns, sum = 0;
	ocrGuid_t range, g;

	if (ocrGuidRangeCreate(&range, UINT64_C(1) << 40,
			       GUID_USER_EVENT_STICKY)) {
		ocr_bench_fail("no range");
		return;
	}
	for (u64 s = 0; s < r->rounds; s++) {
		start_ns = bench_now_ns();
		for (u64 i = 0; i < r->batch; i++) {
			sum += ocrGuidFromIndex(&g, range, s << 20 | i);
			sum += g.lower & 1;
		}
		sample[s] =
			(double)(bench_now_ns() - start_ns) / (double)r->batch;
	}
	if (sum == UINT64_MAX) /* so that it is not optimised away */
		ocr_bench_fail("a GUID is wrong");
	PRINTF(BENCH_LINE, bench_median(sample + WARM_UP, r->rounds - WARM_UP),
	       "ns");
	ocrShutdown();
}

static bool
read_kind(struct round *r, const struct bench_args *a)
{
	for (r->kind = INDEX; r->kind <= CREATE; r->kind++)
		if (!strcmp(a->what, kinds[r->kind]))
			return true;
	ocr_bench_fail("WHAT is index, touch or create");
	return false;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct round r = {0};
	ocrGuid_t guids[2];

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !read_kind(&r, &args))
		return NULL_GUID;
	r.batch = args.quick ? 400 : BATCH;
	r.rounds = WARM_UP + (args.quick ? 3 : 50);
	if (r.kind == INDEX) {
		compute(&r);
		return NULL_GUID;
	}
	if (ocrEdtTemplateCreate(&r.work_template, work_edt,
				 OCR_BENCH_PARAMC(struct work), 0) ||
	    ocrEdtTemplateCreate(&r.round_template, round_edt,
				 OCR_BENCH_PARAMC(struct round), 1) ||
	    ocrGuidRangeCreate(&r.latches, r.rounds, GUID_USER_EVENT_LATCH)) {
		ocr_bench_fail("nothing was created");
		return NULL_GUID;
	}
	guids[0] = r.work_template;
	guids[1] = r.latches;
	if (ocrMapCreate(&r.map, r.batch * r.rounds, creator, 1, &r.batch, 2,
			 guids) ||
	    start_round(&r))
		ocr_bench_fail("the first round did not start");
	return NULL_GUID;
}
