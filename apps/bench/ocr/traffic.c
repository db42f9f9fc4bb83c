/* SPDX-License-Identifier: BSD-3-Clause */
/* traffic.c - a mixture of operations on two nodes, for counting what they
 * send (per_op.sh).
 *
 * Each step, on the nodes in turn: a task with two slots on the other node, one
 * slot from a latch here that is counted up and down, one from a sticky event
 * there; the next step waits for the task's output event.
 */
#include "apps/bench/ocr/bench.h"

struct step {
	ocrGuid_t step_template, work_template;
	u64 left;
};

static ocrGuid_t
work_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)depc;
	(void)depv;
	/* The sticky event that it waited for. */
	ocrEventDestroy(*(const ocrGuid_t *)(const void *)paramv);
	return NULL_GUID;
}

static u8
do_step(const struct step *s)
{
	ocrGuid_t latch, sticky, work, next, done;
	ocrHint_t there;

	return !ocr_bench_place(&there, s->left % 2) ||
	       ocrEventCreate(&latch, OCR_EVENT_LATCH_T, EVT_PROP_NONE) ||
	       ocrEventCreate(&sticky, OCR_EVENT_STICKY_T, EVT_PROP_NONE) ||
	       ocrEdtCreate(&work, s->work_template, EDT_PARAM_DEF,
			    (const u64 *)&sticky, EDT_PARAM_DEF, NULL,
			    EDT_PROP_NONE, &there, &done) ||
	       ocrEdtCreate(&next, s->step_template, EDT_PARAM_DEF,
			    (const u64 *)s, EDT_PARAM_DEF, &done, EDT_PROP_NONE,
			    &there, NULL) ||
	       ocrAddDependence(latch, work, 0, DB_DEFAULT_MODE) ||
	       ocrAddDependence(sticky, work, 1, DB_DEFAULT_MODE) ||
	       ocrEventSatisfySlot(latch, NULL_GUID,
				   OCR_EVENT_LATCH_INCR_SLOT) ||
	       ocrEventSatisfy(sticky, NULL_GUID) ||
	       ocrEventSatisfySlot(latch, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT);
}

static ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct step s = *(const struct step *)(const void *)paramv;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (!s.left--)
		ocrShutdown();
	else if (do_step(&s))
		ocr_bench_fail("a step was not made");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct step s;
	ocrGuid_t first;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr) || !ocr_bench_two_nodes())
		return NULL_GUID;
	s.left = args.quick ? 100 : 20000;
	if (ocrEdtTemplateCreate(&s.work_template, work_edt,
				 OCR_BENCH_PARAMC(ocrGuid_t), 2) ||
	    ocrEdtTemplateCreate(&s.step_template, step_edt,
				 OCR_BENCH_PARAMC(struct step), 1) ||
	    ocrEdtCreate(&first, s.step_template, EDT_PARAM_DEF,
			 (const u64 *)&s, EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
			 NULL_HINT, NULL) ||
	    ocrAddDependence(NULL_GUID, first, 0, DB_DEFAULT_MODE))
		ocr_bench_fail("the first step was not made");
	return NULL_GUID;
}
