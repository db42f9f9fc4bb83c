/* SPDX-License-Identifier: BSD-3-Clause */
/* finish_return.c - a finish task's output event carries nothing, whatever its
 * body returned; a finish task may start nothing, or have no output event. */
#include "tests/conformance/conf.h"

enum way { BLOCK, EVENT, EVENT_UNFIRED, NOTHING, SLOT, WAYS };

struct args {
	ocrGuid_t event; /* never satisfied */
	u64 way;
};

TASK(scope)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t g;

	switch ((enum way)a->way) {
	case BLOCK:
		return conf_number(conf_here() + 1, 1);
	case EVENT:
		g = conf_event(OCR_EVENT_STICKY_T);
		CHECK_OK(ocrEventSatisfy(g, depv[0].guid));
		return g;
	case EVENT_UNFIRED:
		return a->event;
	case SLOT:
		return depv[0].guid;
	default:
		return NULL_GUID;
	}
}

TASK(end)
{
	for (u32 i = 0; i < depc; i++)
		CHECK(ocrGuidIsNull(depv[i].guid) && !depv[i].ptr,
		      "finish task %" PRIu32 " passed a block on", i);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t last = conf_task(end, 1, NO_PARAMS, 2 * WAYS, NULL);
	struct args a = {.event = conf_event(OCR_EVENT_IDEM_T)};
	ocrGuid_t t, out;

	for (u32 i = 0; i < 2 * WAYS; i++) {
		a.way = i % WAYS;
		t = conf_finish_task(scope, i, PARAMS(a), 1, &out);
		conf_link(out, last, i, DB_MODE_CONST);
		/* One more whose end nobody hears of. */
		conf_start(conf_finish_task(scope, i + 1, PARAMS(a), 1, NULL),
			   0);
		conf_link(conf_number(i, 2), t, 0, DB_MODE_CONST);
	}
	return NULL_GUID;
}
