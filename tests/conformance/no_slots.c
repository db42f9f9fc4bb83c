/* SPDX-License-Identifier: BSD-3-Clause */
/* no_slots.c - a task without slots is runnable when it is created, with or
 * without an array of dependences. */
#include "tests/conformance/conf.h"

#define TASKS 12

TASK(arrive)
{
	CHECK_EQ("depc", depc, 0);
	CHECK_OK(ocrEventSatisfySlot(*PARAM(ocrGuid_t), NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t latch = conf_event(OCR_EVENT_LATCH_T), tmpl, t, none;

	conf_link(latch, conf_end(1), 0, DB_DEFAULT_MODE);
	for (u64 i = 0; i < TASKS; i++)
		CHECK_OK(ocrEventSatisfySlot(latch, NULL_GUID,
					     OCR_EVENT_LATCH_INCR_SLOT));
	CHECK_OK(ocrEdtTemplateCreate(&tmpl, arrive, EDT_PARAM_UNK, 0));
	for (u64 i = 0; i < TASKS; i++) {
		ocrHint_t h = conf_edt_hint(i);

		CHECK_OK(ocrEdtCreate(
			&t, tmpl, 2, (u64 *)&latch, i % 2 ? 0 : EDT_PARAM_DEF,
			i % 3 ? NULL : &none, EDT_PROP_NONE, &h, NULL));
	}
	return NULL_GUID;
}
