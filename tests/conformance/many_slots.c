/* SPDX-License-Identifier: BSD-3-Clause */
/* many_slots.c - a task with 2000 slots, filled in all orders from all nodes
 * with blocks, events and nothing. */
#include "tests/conformance/conf.h"

#define SLOTS	2000
#define FILLERS 8

struct args {
	ocrGuid_t task;
	u64 filler;
};

/* The filler's slots are those that are equal to it modulo FILLERS. */
TASK(fill)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t event;

	for (u32 k = 0; k < SLOTS / FILLERS; k++) {
		u32 i = (SLOTS / FILLERS - 1 - k) * FILLERS + (u32)a->filler;

		switch (i % 3) {
		case 0:
			conf_start(a->task, i);
			break;
		case 1:
			conf_link(conf_number(k, i), a->task, i, DB_MODE_CONST);
			break;
		default:
			event = conf_event(OCR_EVENT_ONCE_T);
			conf_link(event, a->task, i, DB_MODE_RO);
			CHECK_OK(ocrEventSatisfy(event, conf_number(k, i)));
		}
	}
	return NULL_GUID;
}

TASK(gather)
{
	CHECK_EQ("depc", depc, SLOTS);
	for (u32 i = 0; i < SLOTS; i++)
		if (i % 3) {
			CHECK_EQ("a slot", conf_value(&depv[i]), i);
			CHECK_OK(ocrDbDestroy(depv[i].guid));
		} else {
			CHECK(ocrGuidIsNull(depv[i].guid) && !depv[i].ptr,
			      "slot %" PRIu32 " is not empty", i);
		}
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.task = conf_task(gather, 1, NO_PARAMS, SLOTS, NULL)};

	for (a.filler = 0; a.filler < FILLERS; a.filler++)
		conf_start(conf_task(fill, a.filler, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
