/* SPDX-License-Identifier: BSD-3-Clause */
/* fan_out.c - one event sets off 2000 tasks, spread over all nodes, and each
 * gets the block that it carries. */
#include "tests/conformance/conf.h"

#define TASKS 2000

struct args {
	ocrGuid_t latch;
	u64 value;
};

TASK(leaf)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("the block", conf_value(&depv[0]), a->value);
	CHECK_OK(ocrEventSatisfySlot(a->latch, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_event(OCR_EVENT_LATCH_T), 2718};
	ocrGuid_t event = conf_event(OCR_EVENT_ONCE_T);
	ocrGuid_t tmpl = conf_template(leaf);

	conf_link(a.latch, conf_end(1), 0, DB_DEFAULT_MODE);
	for (u64 i = 0; i < TASKS; i++) {
		CHECK_OK(ocrEventSatisfySlot(a.latch, NULL_GUID,
					     OCR_EVENT_LATCH_INCR_SLOT));
		conf_link(
			event,
			conf_spawn(tmpl, i, PARAMS(a), 1, EDT_PROP_NONE, NULL),
			0, i % 2 ? DB_MODE_CONST : DB_MODE_RO);
	}
	CHECK_OK(ocrEventSatisfy(event, conf_number(1, a.value)));
	return NULL_GUID;
}
