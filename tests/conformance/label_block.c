/* SPDX-License-Identifier: BSD-3-Clause */
/* label_block.c - tasks on all nodes take turns with one label: each creation
 * waits until the event of the one before is gone, and what follows in the
 * task is done to its own event. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { K = 8 };

struct args {
	ocrGuid_t event, end;
	u64 i;
};

TASK(use)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("number through the task's own event", conf_value(&depv[0]),
		 70 + a->i);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrEventDestroy(a->event));
	conf_start(a->end, (u32)a->i);
	return NULL_GUID;
}

TASK(take_turn)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t e = a->event,
		  user = conf_task(use, a->i + 1, PARAMS(*a), 1, NULL);

	CHECK_OK(ocrEventCreate(&e, OCR_EVENT_STICKY_T,
				GUID_PROP_BLOCK | EVT_PROP_TAKES_ARG));
	CHECK(ocrGuidIsEq(e, a->event), "the event has another GUID");
	conf_link(e, user, 0, DB_MODE_CONST);
	CHECK_OK(ocrEventSatisfy(e, conf_number(a->i, 70 + a->i)));
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(K)};
	ocrGuid_t range;

	CHECK_OK(ocrGuidRangeCreate(&range, 2, GUID_USER_EVENT_STICKY));
	CHECK_OK(ocrGuidFromIndex(&a.event, range, 1));
	for (a.i = 0; a.i < K; a.i++)
		conf_start(conf_task(take_turn, a.i, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
