/* SPDX-License-Identifier: BSD-3-Clause */
/* fan.c - many tasks around one event, and a finish scope over all nodes.
 *
 * WHAT is
 *   out    one once event starts a crowd of empty tasks; from the first one's
 *          creation to the end of all
 *   in     a crowd of empty tasks, each of which counts down one latch; from
 *          the first one's creation to the task that the latch starts
 *   scope  a finish task makes one task on each node, which makes its part of
 *          a million empty tasks there; to the end of the scope
 * Tasks per second, the median of the samples.
 */
#include "apps/bench/ocr/bench.h"

#define WARM_UP 3

struct round {
	ocrGuid_t round_template, crowd_template, spread_template;
	ocrGuid_t work_template; /* out, scope: empty; in: counts down */
	ocrGuid_t event;	 /* out: starts all; in: the latch */
	u64 kind;		 /* enum */
	u64 batch;
	u64 nodes;
	u64 rounds; /* with those to warm up */
	u64 index;
	u64 start_ns;
};

enum { OUT, IN, SCOPE };

static const char *const kinds[] = {"out", "in", "scope"};

static double sample[BENCH_MAX_SAMPLES];

static ocrGuid_t
work_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)depc;
	(void)depv;
	if (paramc)
		ocrEventSatisfySlot(*(const ocrGuid_t *)(const void *)paramv,
				    NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT);
	return NULL_GUID;
}

static u8
make_work(const struct round *r, u64 n)
{
	u8 err = 0;

	for (u64 i = 0; i < n && !err; i++)
		err = ocrEdtCreate(
			NULL, r->work_template, EDT_PARAM_DEF,
			r->kind == IN ? (const u64 *)&r->event : NULL,
			EDT_PARAM_DEF, r->kind == OUT ? &r->event : NULL,
			EDT_PROP_NONE, NULL_HINT, NULL);
	return err;
}

/* On one of the nodes: its part of the tasks. */
static ocrGuid_t
spread_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct round *r = (const struct round *)(const void *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (make_work(r, r->batch / r->nodes))
		ocr_bench_fail("a task was not created");
	return NULL_GUID;
}

static u8
spread(const struct round *r)
{
	ocrHint_t there;
	u8 err = 0;

	for (u64 n = 0; n < r->nodes && !err; n++)
		err = ocr_bench_place(&there, n)
			      ? ocrEdtCreate(NULL, r->spread_template,
					     EDT_PARAM_DEF, (const u64 *)r,
					     EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
					     &there, NULL)
			      : OCR_EINVAL;
	return err;
}

/* The finish task.  With OUT its scope ends when all that the event started
 * have; with IN it creates what counts down. */
static ocrGuid_t
crowd_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct round *r = (const struct round *)(const void *)paramv;
	u8 err;

	(void)paramc;
	(void)depc;
	(void)depv;
	err = r->kind == SCOPE ? spread(r) : make_work(r, r->batch);
	if (!err && r->kind == OUT)
		err = ocrEventSatisfy(r->event, NULL_GUID);
	if (err)
		ocr_bench_fail("a task was not created");
	return NULL_GUID;
}

static u8
start_round(struct round *r)
{
	ocrGuid_t crowd, finished;
	u8 err = 0;

	if (r->kind == OUT)
		err = ocrEventCreate(&r->event, OCR_EVENT_ONCE_T,
				     EVT_PROP_NONE);
	if (r->kind == IN)
		err = ocrEventCreate(&r->event, OCR_EVENT_LATCH_T,
				     EVT_PROP_NONE);
	for (u64 i = 0; r->kind == IN && i < r->batch && !err; i++)
		err = ocrEventSatisfySlot(r->event, NULL_GUID,
					  OCR_EVENT_LATCH_INCR_SLOT);
	r->index++;
	r->start_ns = bench_now_ns();
	/* IN waits for the latch, the others for the scope. */
	return err ||
	       ocrEdtCreate(&crowd, r->crowd_template, EDT_PARAM_DEF, (u64 *)r,
			    EDT_PARAM_DEF, NULL,
			    r->kind == IN ? EDT_PROP_NONE : EDT_PROP_FINISH,
			    NULL_HINT, &finished) ||
	       ocrEdtCreate(NULL, r->round_template, EDT_PARAM_DEF, (u64 *)r,
			    EDT_PARAM_DEF,
			    r->kind == IN ? &r->event : &finished,
			    EDT_PROP_NONE, NULL_HINT, NULL) ||
	       ocrAddDependence(NULL_GUID, crowd, 0, DB_DEFAULT_MODE);
}

static ocrGuid_t
round_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct round r = *(const struct round *)(const void *)paramv;
	u64 now_ns = bench_now_ns();

	(void)paramc;
	(void)depc;
	(void)depv;
	if (r.index > 0)
		sample[r.index - 1] =
			(double)r.batch * 1e9 / (double)(now_ns - r.start_ns);
	if (r.index == r.rounds) {
		PRINTF(BENCH_LINE,
		       bench_median(sample + WARM_UP, r.rounds - WARM_UP),
		       "tasks/s");
		ocrShutdown();
	} else if (start_round(&r)) {
		ocr_bench_fail("a round did not start");
	}
	return NULL_GUID;
}

static bool
read_kind(struct round *r, const struct bench_args *a)
{
	for (r->kind = OUT; r->kind <= SCOPE; r->kind++)
		if (!strcmp(a->what, kinds[r->kind]))
			return true;
	ocr_bench_fail("WHAT is out, in or scope");
	return false;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct round r = {0};
	u32 params = OCR_BENCH_PARAMC(struct round);

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !read_kind(&r, &args))
		return NULL_GUID;
	if (ocrAffinityCount(AFFINITY_PD, &r.nodes) || !r.nodes) {
		ocr_bench_fail("no nodes");
		return NULL_GUID;
	}
	r.batch = args.quick ? 400 : r.kind == SCOPE ? 1000000 : 10000;
	r.batch -= r.batch % r.nodes;
	r.rounds = WARM_UP + (args.quick ? 3 : r.kind == SCOPE ? 5 : 30);
	if (ocrEdtTemplateCreate(&r.work_template, work_edt,
				 r.kind == IN ? OCR_BENCH_PARAMC(ocrGuid_t) : 0,
				 r.kind == OUT ? 1 : 0) ||
	    ocrEdtTemplateCreate(&r.spread_template, spread_edt, params, 0) ||
	    ocrEdtTemplateCreate(&r.crowd_template, crowd_edt, params, 1) ||
	    ocrEdtTemplateCreate(&r.round_template, round_edt, params, 1) ||
	    start_round(&r))
		ocr_bench_fail("the first round did not start");
	return NULL_GUID;
}
