/* SPDX-License-Identifier: BSD-3-Clause */
/* event_destroy.c - who waits for an event that is destroyed waits on, until
 * another event is linked to the same slot; who was satisfied before keeps
 * what he got. */
#include "tests/conformance/conf.h"

#define ROUNDS 8

struct args {
	ocrGuid_t event, end;
	ocrGuid_t task; /* waits for the event in slot 0 */
	u64 round;
};

TASK(wait)
{
	CHECK_EQ("what came instead", conf_value(&depv[0]), *PARAM(u64) + 100);
	CHECK_EQ("what came before the destruction", conf_value(&depv[1]),
		 *PARAM(u64));
	return NULL_GUID;
}

/* The event of slot 0 is gone; another takes its place. */
TASK(replace)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t other = conf_event(OCR_EVENT_ONCE_T);

	conf_link(other, a->task, 0, DB_MODE_CONST);
	CHECK_OK(ocrEventSatisfy(other, conf_number(a->round, a->round + 100)));
	return NULL_GUID;
}

/* Destroys both on whatever node: one with a waiter, one that has fired. */
TASK(destroy)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t;

	CHECK_OK(ocrEventDestroy(a->event));
	t = conf_task(replace, a->round / 3, PARAMS(*a), 1, NULL);
	conf_start(t, 0);
	return NULL_GUID;
}

TASK(open)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t fired =
		conf_event(a.round % 3 ? OCR_EVENT_STICKY_T : OCR_EVENT_IDEM_T);
	ocrGuid_t out;

	a.event =
		conf_event(a.round % 2 ? OCR_EVENT_STICKY_T : OCR_EVENT_IDEM_T);
	a.task = conf_task(wait, a.round + 1, PARAMS(a.round), 2, &out);
	conf_link(out, a.end, (u32)a.round, DB_DEFAULT_MODE);
	conf_link(a.event, a.task, 0, DB_MODE_EW);
	CHECK_OK(ocrEventSatisfy(fired, conf_number(a.round, a.round)));
	conf_link(fired, a.task, 1, DB_MODE_RO);
	CHECK_OK(ocrEventDestroy(fired));
	conf_start(conf_task(destroy, a.round / 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(ROUNDS)};

	for (a.round = 0; a.round < ROUNDS; a.round++)
		conf_start(conf_task(open, a.round, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
