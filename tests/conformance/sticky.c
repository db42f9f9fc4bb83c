/* SPDX-License-Identifier: BSD-3-Clause */
/* sticky.c - a sticky event remembers its satisfaction for those who come
 * later; a second satisfaction is an error, told at once where the event is,
 * and changes nothing. */
#include "tests/conformance/conf.h"

#define LATE 6

struct args {
	ocrGuid_t event, end;
};

TASK(wait)
{
	CHECK_EQ("what the event carries", conf_value(&depv[0]), 5);
	return NULL_GUID;
}

TASK(add_late)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t out, t;

	for (u64 i = 0; i < LATE; i++) {
		t = conf_task(wait, i, NO_PARAMS, 1, &out);
		conf_link(out, a->end, 1 + (u32)i, DB_MODE_CONST);
		conf_link(a->event, t, 0, DB_MODE_RW);
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
	struct args a = {.event = conf_event(OCR_EVENT_STICKY_T)};
	ocrGuid_t first = conf_number(0, 5), second = conf_number(0, 6);
	ocrGuid_t out, t;

	/* Nothing else is under way, so nothing may be put off. */
	CHECK_OK(ocrEventSatisfy(a.event, first));
	CHECK_CODE(ocrEventSatisfy(a.event, second), OCR_EPERM);
	a.end = conf_task(end, 2, PARAMS(a.event), 1 + LATE, NULL);
	t = conf_task(wait, 1, NO_PARAMS, 1, &out);
	conf_link(out, a.end, 0, DB_MODE_CONST);
	conf_link(a.event, t, 0, DB_MODE_CONST);
	conf_start(conf_task(add_late, 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
