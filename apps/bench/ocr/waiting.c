/* SPDX-License-Identifier: BSD-3-Clause */
/* waiting.c - what a task or an event costs that waits.
 *
 * WHAT is
 *   task   one with a slot to which nothing was connected
 *   event  a sticky event that nobody has satisfied
 * A chain of tasks makes a million, a thousand each.  Result: the bytes that
 * the process has in memory then, more than before, for one of them.
 */
#include "apps/bench/ocr/bench.h"

#define OBJECTS	 1000000
#define PER_TASK 1000

struct fill {
	ocrGuid_t fill_template, wait_template;
	u64 events; /* bool */
	u64 index;  /* made so far */
	u64 objects;
};

static double start_bytes;

static ocrGuid_t
wait_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	ocr_bench_fail("a task runs that should wait");
	return NULL_GUID;
}

static u8
make_one(const struct fill *f)
{
	ocrGuid_t g;

	return f->events ? ocrEventCreate(&g, OCR_EVENT_STICKY_T, EVT_PROP_NONE)
			 : ocrEdtCreate(&g, f->wait_template, EDT_PARAM_DEF,
					NULL, EDT_PARAM_DEF, NULL,
					EDT_PROP_NONE, NULL_HINT, NULL);
}

static ocrGuid_t
fill_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct fill f = *(const struct fill *)paramv;
	u8 err = 0;

	(void)paramc;
	(void)depc;
	(void)depv;
	/* The first task pays for what is there once. */
	if (f.index == PER_TASK)
		start_bytes = bench_resident_bytes();
	if (f.index == f.objects) {
		PRINTF(BENCH_LINE,
		       (bench_resident_bytes() - start_bytes) /
			       (double)(f.objects - PER_TASK),
		       "bytes");
		ocrShutdown();
		return NULL_GUID;
	}
	for (u64 i = 0; i < PER_TASK && !err; i++)
		err = make_one(&f);
	f.index += PER_TASK;
	if (err ||
	    ocrEdtCreate(NULL, f.fill_template, EDT_PARAM_DEF, (u64 *)&f,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL))
		ocr_bench_fail("an object was not created");
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	struct fill f = {0};

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	f.events = strcmp(args.what, "event") == 0;
	f.objects = args.quick ? OBJECTS / 10 : OBJECTS;
	if (!f.events && strcmp(args.what, "task") != 0)
		ocr_bench_fail("WHAT is task or event");
	else if (ocrEdtTemplateCreate(&f.fill_template, fill_edt,
				      OCR_BENCH_PARAMC(struct fill), 0) ||
		 ocrEdtTemplateCreate(&f.wait_template, wait_edt, 0, 1) ||
		 ocrEdtCreate(NULL, f.fill_template, EDT_PARAM_DEF, (u64 *)&f,
			      EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT,
			      NULL))
		ocr_bench_fail("no first task");
	return NULL_GUID;
}
