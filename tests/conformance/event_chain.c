/* SPDX-License-Identifier: BSD-3-Clause */
/* event_chain.c - events that follow events, each on the next node, pass a
 * block on to the end of the chain. */
#include "tests/conformance/conf.h"

#define LENGTH 60

struct args {
	ocrGuid_t next; /* what the new event is to satisfy */
	u64 left;
};

static const ocrEventTypes_t types[] = {OCR_EVENT_ONCE_T, OCR_EVENT_IDEM_T,
					OCR_EVENT_STICKY_T};

/* Puts one event in front of the chain, or sets it off. */
TASK(extend)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t event;

	if (!a.left) {
		CHECK_OK(ocrEventSatisfy(a.next, conf_number(1, LENGTH)));
		return NULL_GUID;
	}
	event = conf_event(types[a.left % 3]);
	conf_link(event, a.next, 0, DB_DEFAULT_MODE);
	a.next = event;
	a.left--;
	conf_start(conf_task(extend, a.left, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(end)
{
	CHECK_EQ("what came through", conf_value(&depv[0]), LENGTH);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_event(OCR_EVENT_ONCE_T), LENGTH};

	conf_link(a.next, conf_task(end, 1, NO_PARAMS, 1, NULL), 0, DB_MODE_RO);
	conf_start(conf_task(extend, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
