/* SPDX-License-Identifier: BSD-3-Clause */
/* fib.c - recursion: every call is a task on some node, and results come back
 * as blocks through output events and events of the caller. */
#include "tests/conformance/conf.h"

#define N 13

struct args {
	ocrGuid_t fib, sum; /* templates */
	ocrGuid_t result;   /* event of the caller */
	u64 n, where;
};

TASK(sum)
{
	const struct args *a = PARAM(struct args);
	u64 s = conf_value(&depv[0]) + conf_value(&depv[1]);

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	CHECK_OK(ocrEventSatisfy(a->result, conf_number(a->where, s)));
	return NULL_GUID;
}

TASK(fib)
{
	struct args a = *PARAM(struct args), child = a;
	ocrGuid_t t;

	if (a.n < 2) {
		CHECK_OK(ocrEventSatisfy(a.result, conf_number(a.where, a.n)));
		return NULL_GUID;
	}
	t = conf_spawn(a.sum, a.where, PARAMS(a), 2, EDT_PROP_NONE, NULL);
	for (u32 i = 0; i < 2; i++) {
		child.n = a.n - 1 - i;
		child.where = 3 * a.where + i + 1;
		child.result =
			conf_event(i ? OCR_EVENT_ONCE_T : OCR_EVENT_STICKY_T);
		conf_link(child.result, t, i, DB_MODE_CONST);
		conf_spawn(a.fib, child.where, PARAMS(child), 0, EDT_PROP_NONE,
			   NULL);
	}
	return NULL_GUID;
}

TASK(end)
{
	CHECK_EQ("fib(13)", conf_value(&depv[0]), 233);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_template(fib), conf_template(sum),
			 conf_event(OCR_EVENT_ONCE_T), N, 0};

	conf_link(a.result, conf_task(end, 0, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_CONST);
	conf_spawn(a.fib, 1, PARAMS(a), 0, EDT_PROP_NONE, NULL);
	return NULL_GUID;
}
