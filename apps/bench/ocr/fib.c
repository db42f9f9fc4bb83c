/* SPDX-License-Identifier: BSD-3-Clause */
/* fib.c - a Fibonacci number, a task for each call: it makes two, and one that
 * adds what they return in blocks.
 *
 * Calls per second, not tasks, from before the first one's creation until all
 * have ended.
 */
#include "apps/bench/ocr/rounds.h"

static ocrGuid_t fib_template, sum_template, check_template;
static u64 number;

/* A call: its number, and the event that gets the result. */
struct call {
	u64 n;
	ocrGuid_t result;
};

static void
answer(ocrGuid_t result, u64 value)
{
	ocrGuid_t block;
	u64 *place;

	if (ocrDbCreate(&block, (void **)&place, sizeof(*place), DB_PROP_NONE,
			NULL_HINT, NO_ALLOC)) {
		ocr_bench_fail("a block was not created");
		return;
	}
	*place = value;
	if (ocrDbRelease(block) || ocrEventSatisfy(result, block))
		ocr_bench_fail("a result was not told");
}

static ocrGuid_t
sum_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct call *c = (const struct call *)paramv;

	(void)paramc;
	(void)depc;
	answer(c->result, *(u64 *)depv[0].ptr + *(u64 *)depv[1].ptr);
	ocrDbDestroy(depv[0].guid);
	ocrDbDestroy(depv[1].guid);
	return NULL_GUID;
}

static ocrGuid_t
fib_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct call *c = (const struct call *)paramv;
	struct call child;
	ocrGuid_t sum;
	u8 err;

	(void)paramc;
	(void)depc;
	(void)depv;
	if (c->n < 2) {
		answer(c->result, c->n);
		return NULL_GUID;
	}
	err = ocrEdtCreate(&sum, sum_template, EDT_PARAM_DEF, (const u64 *)c,
			   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
	for (u32 i = 0; i < 2 && !err; i++) {
		child.n = c->n - 1 - i;
		err = ocrEventCreate(&child.result, OCR_EVENT_ONCE_T,
				     EVT_PROP_TAKES_ARG) ||
		      ocrAddDependence(child.result, sum, i, DB_MODE_CONST) ||
		      ocrEdtCreate(NULL, fib_template, EDT_PARAM_DEF,
				   (const u64 *)&child, EDT_PARAM_DEF, NULL,
				   EDT_PROP_NONE, NULL_HINT, NULL);
	}
	if (err)
		ocr_bench_fail("a call was not made");
	return NULL_GUID;
}

static ocrGuid_t
check_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	if (*(const u64 *)depv[0].ptr != bench_fib(number))
		ocr_bench_fail("the number is wrong");
	ocrDbDestroy(depv[0].guid);
	return NULL_GUID;
}

static ocrGuid_t
start_fib_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct call c = {.n = number};

	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	if (ocrEventCreate(&c.result, OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG) ||
	    ocrEdtCreate(NULL, check_template, EDT_PARAM_DEF, NULL,
			 EDT_PARAM_DEF, &c.result, EDT_PROP_NONE, NULL_HINT,
			 NULL) ||
	    ocrEdtCreate(NULL, fib_template, EDT_PARAM_DEF, (const u64 *)&c,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL))
		ocr_bench_fail("the first call was not made");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u32 call = OCR_BENCH_PARAMC(struct call);
	struct bench_args args;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	number = args.quick ? 8 : 18;
	if (ocrEdtTemplateCreate(&fib_template, fib_edt, call, 0) ||
	    ocrEdtTemplateCreate(&sum_template, sum_edt, call, 2) ||
	    ocrEdtTemplateCreate(&check_template, check_edt, 0, 1))
		ocr_bench_fail("no template");
	else
		rounds_start(start_fib_edt,
			     (double)(2 * bench_fib(number + 1) - 1),
			     args.quick ? 3 : 30);
	return NULL_GUID;
}
