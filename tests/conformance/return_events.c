/* SPDX-License-Identifier: BSD-3-Clause */
/* return_events.c - a body returns an event of any type, on any node, or the
 * output event of another task: its own output event fires when that event
 * does, with what it carries.  A finish scope does not wait for that. */
#include "tests/conformance/conf.h"

enum { TYPES = 4, WAYS = TYPES + 1 };

struct args {
	ocrGuid_t event; /* to be returned */
	ocrGuid_t task;	 /* whose output event it is, for the last way */
	ocrGuid_t end;
	u64 way;
};

TASK(make)
{
	return conf_number(conf_here() + 1, 10 + *PARAM(u64));
}

TASK(satisfy)
{
	const struct args *a = PARAM(struct args);

	switch (a->way) {
	case TYPES:
		conf_start(a->task, 0);
		break;
	case OCR_EVENT_LATCH_T:
		CHECK_OK(ocrEventSatisfySlot(a->event, NULL_GUID,
					     OCR_EVENT_LATCH_INCR_SLOT));
		CHECK_OK(ocrEventSatisfySlot(a->event, NULL_GUID,
					     OCR_EVENT_LATCH_DECR_SLOT));
		break;
	default:
		CHECK_OK(ocrEventSatisfy(a->event,
					 conf_number(a->way, 10 + a->way)));
	}
	return NULL_GUID;
}

TASK(give)
{
	return PARAM(struct args)->event;
}

TASK(scope)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t out, t = conf_task(give, a->way + 2, PARAMS(*a), 1, &out);

	conf_link(out, a->end, (u32)a->way, DB_MODE_CONST);
	conf_start(t, 0);
	return NULL_GUID;
}

/* Where the event will be. */
TASK(open)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t, out, s;

	if (a.way < TYPES)
		a.event = conf_event((ocrEventTypes_t)a.way);
	else
		a.task = conf_task(make, a.way, PARAMS(a.way), 1, &a.event);
	/* Events that are gone when they have fired must not fire before they
	 * are returned: the end of the scope comes after that. */
	t = conf_finish_task(scope, a.way + 1, PARAMS(a), 1, &out);
	s = conf_task(satisfy, a.way / 2, PARAMS(a), 1, NULL);
	conf_link(out, s, 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}

TASK(end)
{
	for (u32 i = 0; i < WAYS; i++)
		if (i == OCR_EVENT_LATCH_T)
			CHECK(ocrGuidIsNull(depv[i].guid),
			      "a latch event carried a block");
		else
			CHECK_EQ("what the event carried", conf_value(&depv[i]),
				 10 + i);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_task(end, 1, NO_PARAMS, WAYS, NULL)};

	for (a.way = 0; a.way < WAYS; a.way++)
		conf_start(conf_task(open, a.way + 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
