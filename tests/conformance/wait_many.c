/* SPDX-License-Identifier: BSD-3-Clause */
/* wait_many.c - many bodies of each node wait at the same time, for events of
 * all nodes, and each goes on once; meanwhile their workers run what they wait
 * for. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-legacy.h"

enum { TASKS = 60 };

struct args {
	ocrGuid_t gate, events[2];
	u64 i;
};

TASK(waiter)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t db;
	u64 *p, size;

	CHECK_OK(ocrEventSatisfySlot(a->gate, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	for (unsigned k = 0; k < 2; k++) {
		CHECK_OK(ocrLegacyBlockProgress(a->events[(a->i + k) % 2], &db,
						(void **)&p, &size,
						LEGACY_PROP_NONE));
		CHECK_EQ("what came", *p, 100 + (a->i + k) % 2);
		CHECK_OK(ocrDbRelease(db));
	}
	return NULL_GUID;
}

/* When all have begun. */
TASK(open)
{
	const struct args *a = PARAM(struct args);

	for (unsigned k = 0; k < 2; k++)
		OK(ocrEventSatisfy(a->events[k], conf_number(k, 100 + k)));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrEventParams_t p = {.EVENT_LATCH = {.counter = TASKS}};
	struct args a = {.i = 0};
	ocrGuid_t end = conf_end(TASKS), t, out;

	a.gate = conf_event_with(OCR_EVENT_LATCH_T, &p);
	for (unsigned k = 0; k < 2; k++)
		a.events[k] =
			conf_event(k ? OCR_EVENT_IDEM_T : OCR_EVENT_STICKY_T);
	t = conf_task(open, 2, PARAMS(a), 1, NULL);
	conf_link(a.gate, t, 0, DB_MODE_NULL);
	for (a.i = 0; a.i < TASKS; a.i++) {
		t = conf_task(waiter, a.i, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)a.i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
