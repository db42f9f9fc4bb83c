/* SPDX-License-Identifier: BSD-3-Clause */
/* label_meet.c - producers and consumers that know nothing of each other but a
 * range: each creates the event that it uses, unless it exists, and links or
 * satisfies it.  Every number arrives. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { N = 24 };

struct args {
	ocrGuid_t range, end;
	u64 i;
};

static ocrGuid_t
meet(const struct args *a)
{
	ocrGuid_t g = NULL_GUID;
	u8 err;

	OK(ocrGuidFromIndex(&g, a->range, a->i));
	err = ocrEventCreate(&g, OCR_EVENT_STICKY_T,
			     GUID_PROP_CHECK | EVT_PROP_TAKES_ARG);
	if (err && err != OCR_EGUIDEXISTS)
		FAIL("CHECK returned %u", (unsigned)err);
	return g;
}

TASK(produce)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEventSatisfy(meet(a), conf_number(a->i / 2, 100 + a->i)));
	return NULL_GUID;
}

TASK(consume)
{
	const struct args *a = PARAM(struct args);

	conf_link(meet(a), a->end, (u32)a->i, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(end)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t g;

	for (u32 i = 0; i < N; i++) {
		CHECK_EQ("number", conf_value(&depv[i]), 100 + i);
		CHECK_OK(ocrDbDestroy(depv[i].guid));
		CHECK_OK(ocrGuidFromIndex(&g, a->range, i));
		CHECK_OK(ocrEventDestroy(g));
	}
	CHECK_OK(ocrGuidMapDestroy(a->range));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {0};

	CHECK_OK(ocrGuidRangeCreate(&a.range, N, GUID_USER_EVENT_STICKY));
	a.end = conf_task(end, 1, PARAMS(a), N, NULL);
	for (a.i = 0; a.i < N; a.i++) {
		conf_start(conf_task(produce, a.i, PARAMS(a), 1, NULL), 0);
		conf_start(conf_task(consume, a.i + 1 + a.i / 5, PARAMS(a), 1,
				     NULL),
			   0);
	}
	return NULL_GUID;
}
