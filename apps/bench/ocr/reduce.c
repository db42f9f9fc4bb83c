/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce.c - what it costs to add up one number of each node, on all of
 * them.
 *
 * Each node has one contributor: a task that gets the sum, contributes to the
 * next one, and makes its successor, which waits for that.  Node 0 takes the
 * time.
 */
#include "apps/bench/ocr/bench.h"

#include "extensions/ocr-labeling.h"
#include "extensions/ocr-reduction-event.h"

/* Sums of one sample. */
#define SUMS	10
#define WARM_UP 4
#define ARITY	2

struct member {
	ocrGuid_t sum; /* the event */
	ocrGuid_t template;
	ocrGuid_t last;
	u32 node, nodes;
	u64 left; /* sums */
};

/* Node 0's: */
static double sample[BENCH_MAX_SAMPLES];
static u64 samples, start_ns;

/* Contributes, and leaves a task for the result. */
static u8
go_on(const struct member *m)
{
	double value = (double)m->node;
	ocrHint_t here;
	ocrGuid_t task;
	u8 err;

	if (!ocr_bench_place(&here, m->node))
		return OCR_EINVAL;
	err = ocrEdtCreate(&task, m->template, EDT_PARAM_DEF, (const u64 *)m,
			   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &here, NULL);
	if (!err)
		err = ocrAddDependenceSlot(m->sum, m->node, task, 0,
					   DB_MODE_CONST);
	return err ? err
		   : ocrEventCollectiveSatisfySlot(m->sum, &value, m->node);
}

/* Node 0, after each sum but the first. */
static void
take_time(const struct member *m)
{
	u64 now_ns = bench_now_ns(), done = samples - m->left / SUMS;

	if (m->left % SUMS)
		return;
	if (done)
		sample[done - 1] = (double)(now_ns - start_ns) / SUMS / 1e3;
	start_ns = bench_now_ns();
}

static ocrGuid_t
member_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct member m = *(const struct member *)paramv;
	double want = m.nodes * (m.nodes - 1.0) / 2;
	u8 err;

	(void)paramc;
	(void)depc;
	if (*(const double *)depv[0].ptr != want) {
		ocr_bench_fail("a wrong sum");
		return NULL_GUID;
	}
	if (!m.node)
		take_time(&m);
	if (m.left--) {
		err = go_on(&m);
	} else {
		err = ocrEventDestroy(m.sum);
		if (!err)
			err = ocrAddDependence(NULL_GUID, m.last, m.node,
					       DB_MODE_NULL);
	}
	if (err)
		ocr_bench_fail("a node did not go on");
	return NULL_GUID;
}

/* On each node: takes part. */
static ocrGuid_t
join_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct member *m = (const struct member *)paramv;
	ocrGuid_t sum = m->sum;
	ocrEventParams_t p = {
		.EVENT_COLLECTIVE =
			{
				.maxGen = 1,
				.nbContribs = m->nodes,
				.nbContribsPd = 1,
				.nbDatum = 1,
				.arity = ARITY,
				.op = REDOP_F8_ADD,
				.type = COL_ALLREDUCE,
				.reuseDbPerGen = true,
			},
	};

	(void)paramc;
	(void)depc;
	(void)depv;
	if (ocrEventCreateParams(&sum, OCR_EVENT_COLLECTIVE_T,
				 GUID_PROP_IS_LABELED, &p) ||
	    go_on(m))
		ocr_bench_fail("a node did not take part");
	return NULL_GUID;
}

static ocrGuid_t
last_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)depc;
	(void)depv;
	PRINTF(BENCH_LINE, bench_median(sample + WARM_UP, paramv[0] - WARM_UP),
	       "us");
	ocrShutdown();
	return NULL_GUID;
}

static u8
start(struct member *m)
{
	ocrGuid_t range, join_template, last_template, task;
	ocrHint_t hint;
	u64 nodes = 0;
	u8 err = ocrAffinityCount(AFFINITY_PD, &nodes);

	m->nodes = (u32)nodes;
	if (!err)
		err = ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_COLLECTIVE);
	if (!err)
		err = ocrGuidFromIndex(&m->sum, range, 0);
	if (!err)
		err = ocrEdtTemplateCreate(&m->template, member_edt,
					   OCR_BENCH_PARAMC(*m), 1);
	if (!err)
		err = ocrEdtTemplateCreate(&join_template, join_edt,
					   OCR_BENCH_PARAMC(*m), 0);
	if (!err)
		err = ocrEdtTemplateCreate(&last_template, last_edt, 1,
					   m->nodes);
	if (!err)
		err = ocrEdtCreate(&m->last, last_template, EDT_PARAM_DEF,
				   &samples, EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
				   NULL_HINT, NULL);
	for (m->node = 0; !err && m->node < m->nodes; m->node++)
		err = !ocr_bench_place(&hint, m->node)
			      ? OCR_EINVAL
			      : ocrEdtCreate(&task, join_template,
					     EDT_PARAM_DEF, (const u64 *)m,
					     EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
					     &hint, NULL);
	return err;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct member m = {.nodes = 0};

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	samples = WARM_UP + (args.quick ? 2 : 100);
	m.left = SUMS * samples;
	if (start(&m))
		ocr_bench_fail("it did not start");
	return NULL_GUID;
}
