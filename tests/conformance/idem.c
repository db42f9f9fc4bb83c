/* SPDX-License-Identifier: BSD-3-Clause */
/* idem.c - an idempotent event keeps its first satisfaction, for those who
 * wait and for those who come later, and ignores the others. */
#include "tests/conformance/conf.h"

#define LATE 6

struct args {
	ocrGuid_t event, end;
	u64 i;
};

TASK(wait)
{
	CHECK_EQ("what the event carries", conf_value(&depv[0]), 100);
	return NULL_GUID;
}

TASK(add_late)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t out, t;

	for (u64 i = 0; i < LATE; i++) {
		t = conf_task(wait, i, NO_PARAMS, 1, &out);
		conf_link(out, a->end, 1 + (u32)i, DB_MODE_CONST);
		conf_link(a->event, t, 0, DB_MODE_RO);
	}
	return NULL_GUID;
}

/* On each node in turn; all but the first are ignored. */
TASK(satisfy)
{
	struct args a = *PARAM(struct args);

	CHECK_OK(ocrEventSatisfy(a.event, conf_number(a.i + 1, 100 + a.i)));
	if (a.i < 4) {
		a.i++;
		conf_start(conf_task(satisfy, a.i, PARAMS(a), 1, NULL), 0);
	} else {
		conf_start(conf_task(add_late, 1, PARAMS(a), 1, NULL), 0);
	}
	return NULL_GUID;
}

TASK(end)
{
	CHECK_OK(ocrEventDestroy(*PARAM(ocrGuid_t)));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.event = conf_event(OCR_EVENT_IDEM_T)};
	ocrGuid_t out, t;

	a.end = conf_task(end, 2, PARAMS(a.event), 1 + LATE, NULL);
	t = conf_task(wait, 1, NO_PARAMS, 1, &out);
	conf_link(out, a.end, 0, DB_MODE_CONST);
	conf_link(a.event, t, 0, DB_MODE_CONST);
	conf_start(conf_task(satisfy, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
